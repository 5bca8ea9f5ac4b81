package io.github.ratelimited.sample.page;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Collections;

/** The calls that the page makes. */
enum Story {
    COMPARISON("GET", "/api/comparison"),
    GREETINGS("GET", "/api/greetings?user=" + Story.USER),
    PUSH("POST", "/api/push"),
    REPLIES("POST", "/api/replies?user=" + Story.USER),
    RIDES("POST", "/api/rides"),
    REPORTS("GET", "/api/reports"),
    PUBLIC("GET", "/api/public/time"),
    VENDOR("POST", "/api/vendor");

    /** For whom the page calls. */
    static final String USER = "alice";

    /** The address of the page's own calls. */
    static final String ADDRESS = "127.0.0.1";

    private final String method;
    private final String path;

    Story(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** One call of the instance at a port, with so many messages where it takes some. */
    HttpRequest request(int port, int messages) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + ADDRESS + ":" + port + path));
        if (this == PUSH) {
            String body = "[" + String.join(",", Collections.nCopies(messages, "\"Your train is late\"")) + "]";
            return request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(body))
                    .build();
        }
        return request.method(method, BodyPublishers.noBody()).build();
    }
}
