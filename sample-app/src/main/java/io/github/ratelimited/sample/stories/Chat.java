package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;

/**
 * A chat that costs tokens. A call first takes the most tokens that its answer may have. In the end it pays for those that
 * came, also if the client goes away in the middle.
 */
@RestController
class Chat {

    private final Model model;

    Chat(Model model) {
        this.model = model;
    }

    @PostMapping("/api/chat")
    @RateLimited(name = "chat-requests", rate = 60, interval = "1m", key = "#user")
    @RateLimited(
            name = "chat-tokens",
            rate = 1_000,
            interval = "1m",
            key = "#user",
            permits = "#question.maxTokens",
            settle = "#count")
    Flux<ServerSentEvent<String>> chat(@RequestParam String user, @RequestBody Question question) {
        return model.answer(question.tokens())
                .map(word -> ServerSentEvent.builder(word).build());
    }

    /**
     * The question of a user.
     *
     * @param maxTokens tokens that the answer may have at most
     * @param tokens tokens with which the pretended model answers, at least 0
     */
    record Question(long maxTokens, int tokens) {

        Question {
            if (tokens < 0) {
                throw new IllegalArgumentException("tokens must be at least 0, but are " + tokens);
            }
        }
    }
}
