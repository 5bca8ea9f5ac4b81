package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/** Rejections of two applications, one that answers them at once and one whose handlers do. */
record EqualRejections(Server fast, Server slow) {

    private static final List<String> OF_THE_CONNECTION = List.of("date", "content-length", "transfer-encoding");

    void of(String path) {
        for (String accept : List.of("*/*", "application/json", "text/html, */*;q=0.1", "image/png")) {
            for (String language : List.of("de", "en")) {
                String[] headers = {"Accept", accept, "Accept-Language", language};

                assertThat(comparable(fast.get(path, headers)))
                        .as("in %s for %s", language, accept)
                        .isEqualTo(comparable(slow.get(path, headers)))
                        .containsEntry("status", 429);
            }
        }
    }

    /** Without the seconds to wait, which may pass in between. */
    private static Map<String, Object> comparable(HttpResponse<String> answer) {
        Map<String, Object> comparable = new TreeMap<>(answer.headers().map());
        OF_THE_CONNECTION.forEach(comparable::remove);
        comparable.replaceAll((name, values) -> values.toString().replaceAll("[0-9]+", "n"));
        comparable.put("status", answer.statusCode());
        comparable.put("body", new JsonMapper().readValue(answer.body(), Map.class));
        return comparable;
    }
}
