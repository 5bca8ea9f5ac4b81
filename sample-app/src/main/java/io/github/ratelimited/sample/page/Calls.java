package io.github.ratelimited.sample.page;

import io.github.ratelimited.sample.page.Tick.Answer;
import io.github.ratelimited.sample.page.Tick.Cost;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Calls the stories over HTTP. The calls of each story go to all instances in turn. Safe for use by many threads. */
@Component
final class Calls {

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Instances instances;
    private final Feed feed;
    private final JsonMapper json;
    private final Map<Story, AtomicInteger> sent = new ConcurrentHashMap<>();
    private volatile String tenant = "free-1";

    Calls(Instances instances, Feed feed, JsonMapper json) {
        this.instances = instances;
        this.feed = feed;
        this.json = json;
    }

    /** {@return for whom was searched last} */
    String tenant() {
        return tenant;
    }

    void send(Story story, int count, int messages) {
        String searching = story.tenant();
        if (searching != null) {
            tenant = searching;
        }
        List<Integer> ports = instances.ports();
        AtomicInteger turn = sent.computeIfAbsent(story.shownBy(), shown -> new AtomicInteger());
        for (int call = 0; call < count; call++) {
            int port = ports.get(Math.floorMod(turn.getAndIncrement(), ports.size()));
            client.sendAsync(story.request(port, messages), BodyHandlers.ofString())
                    .handle((response, failure) -> answer(story, response))
                    .thenAccept(feed::answered);
        }
    }

    private Answer answer(Story story, @Nullable HttpResponse<String> response) {
        long now = System.currentTimeMillis();
        if (response == null) {
            return new Answer(story.shownBy(), now, 0, "No answer", null);
        }
        int status = response.statusCode();
        return status == 200
                ? new Answer(story.shownBy(), now, status, null, cost(story, response.body()))
                : new Answer(story.shownBy(), now, status, detail(response.body()), null);
    }

    /** The chat sends an event for each token. */
    private static @Nullable Cost cost(Story story, String body) {
        return story != Story.CHAT
                ? null
                : new Cost(
                        Story.ESTIMATE,
                        body.lines().filter(line -> line.startsWith("data:")).count());
    }

    private String detail(String problem) {
        return json.readTree(problem).path("detail").asString("");
    }
}
