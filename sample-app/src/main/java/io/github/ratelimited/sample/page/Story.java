package io.github.ratelimited.sample.page;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** The calls that the page makes. */
enum Story {
    COMPARISON("GET", "/api/comparison"),
    GREETINGS("GET", "/api/greetings?user=" + Story.USER),
    QUOTA("GET", "/api/quota?user=" + Story.USER),
    PUSH("POST", "/api/push"),
    REPLIES("POST", "/api/replies?user=" + Story.USER),
    RIDES("POST", "/api/rides"),
    REPORTS("GET", "/api/reports"),
    CODES("POST", "/api/codes?code=1234&user=" + Story.USER),
    UNLOCK("POST", "/api/codes?code=4711&user=" + Story.USER),
    PUBLIC("GET", "/api/public/time"),
    VENDOR("POST", "/api/vendor"),
    CHAT("POST", "/api/chat?user=" + Story.USER),
    LOGIN("POST", "/api/login?password=secret&user=" + Story.USER),
    GUESS("POST", "/api/login?password=guess&user=" + Story.USER),
    SEARCH("GET", "/api/search?tenant=free-1"),
    SEARCH_PRO("GET", "/api/search?tenant=pro-1"),
    SEARCH_ENTERPRISE("GET", "/api/search?tenant=enterprise-1");

    /** For whom the page calls. */
    static final String USER = "alice";

    /** What a call of the chat takes. */
    static final int ESTIMATE = 500;

    private static final int USUAL_TOKENS = 100;

    /** The address of the page's own calls. */
    static final String ADDRESS = "127.0.0.1";

    private final String method;
    private final String path;

    Story(String method, String path) {
        this.method = method;
        this.path = path;
    }

    /** The story that shows the answers. */
    Story shownBy() {
        return switch (this) {
            case GUESS -> LOGIN;
            case UNLOCK -> CODES;
            case SEARCH_PRO, SEARCH_ENTERPRISE -> SEARCH;
            default -> this;
        };
    }

    /** {@return for whom it searches, or {@code null} when it does not} */
    @Nullable
    String tenant() {
        return shownBy() == SEARCH ? path.substring(path.indexOf('=') + 1) : null;
    }

    /** One call of the instance at a port, with so many messages or tokens where it takes some. */
    HttpRequest request(int port, int messages) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + ADDRESS + ":" + port + path));
        return switch (this) {
            case PUSH ->
                json(request, "[" + String.join(",", Collections.nCopies(messages, "\"Your train is late\"")) + "]");
            case CHAT -> {
                int tokens = messages == 1 ? USUAL_TOKENS : messages;
                yield json(request, "{\"maxTokens\":" + ESTIMATE + ",\"tokens\":" + tokens + "}");
            }
            default -> request.method(method, BodyPublishers.noBody()).build();
        };
    }

    private HttpRequest json(HttpRequest.Builder request, String body) {
        return request.header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
    }
}
