package io.github.ratelimited.interceptor.invocation;

/** When a method is done, and so where its permits are taken. */
public enum CallStyle {

    /** When it returns. */
    SYNCHRONOUS,

    /** When its {@code CompletionStage} completes; permits are taken on the call. */
    STAGE,

    /** When what it returns completes; permits are taken on each subscription. */
    REACTIVE,

    /** When the coroutine goes on, which Spring's proxies turn into a publisher. */
    SUSPENDING
}
