package io.github.ratelimited.web.route;

/** When a route counts a request. */
public enum RouteStage {

    /** Before the application knows who sends it: what is rejected costs least. Never waits. */
    BEFORE_AUTHENTICATION,

    /** When the application knows who sends it: the principal can be part of the key, and requests can wait. */
    AFTER_AUTHENTICATION
}
