package io.github.ratelimited.sample.page;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What the page asks for, besides the endpoint {@code ratelimited}, which changes limits. PUT and DELETE, because browsers let no other site send those. */
@RestController
@RequestMapping("/page")
@ResponseStatus(HttpStatus.NO_CONTENT)
final class PageController {

    private static final int MOST_CALLS = 100;
    private static final int MOST_MESSAGES = 10_000;

    private final Feed feed;
    private final Calls calls;
    private final RedisSwitch redis;
    private final Instances instances;

    PageController(Feed feed, Calls calls, RedisSwitch redis, Instances instances) {
        this.feed = feed;
        this.calls = calls;
        this.redis = redis;
        this.instances = instances;
    }

    @GetMapping("/feed")
    @ResponseStatus(HttpStatus.OK)
    SseEmitter feed() {
        return feed.open();
    }

    @PutMapping("/calls/{story}")
    void call(
            @PathVariable Story story,
            @RequestParam(defaultValue = "1") int count,
            @RequestParam(defaultValue = "1") int messages) {
        require("count", count, MOST_CALLS);
        require("messages", messages, MOST_MESSAGES);
        calls.send(story, count, messages);
    }

    private static void require(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, name + " must be from 1 to " + most + ", but is " + value);
        }
    }

    @PutMapping("/redis")
    void startRedis() {
        redis.start();
    }

    @DeleteMapping("/redis")
    void stopRedis() {
        redis.stop();
    }

    @PutMapping("/second-instance")
    void startSecondInstance() {
        instances.startSecond();
    }

    @DeleteMapping("/second-instance")
    void stopSecondInstance() {
        instances.stopSecond();
    }
}
