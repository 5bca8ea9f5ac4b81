package io.github.ratelimited.web.route;

import java.security.Principal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a filter knows of a request. Each is asked for only by an expression that names it. */
interface RequestFacts {

    /** {@return the HTTP method, in upper case} */
    String method();

    /** {@return the request in the form of its stack} */
    Object request();

    /** {@return the first value of each header, whatever the case of its name} */
    Map<String, String> headers();

    /** {@return who sends it, or {@code null} when that is unknown} */
    @Nullable
    Principal principal();

    /** {@return the address of the client, as text} */
    String clientAddress();
}
