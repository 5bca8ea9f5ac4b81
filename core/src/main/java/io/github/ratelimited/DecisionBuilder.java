package io.github.ratelimited;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.Decision.Window;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Makes a {@link Decision} from another one, with the values that are set here. Each setter refuses a value that is missing or
 * negative with an {@link IllegalArgumentException}. Not safe for use by many threads.
 */
public final class DecisionBuilder {

    private final String limiter;
    private final RateLimit limit;
    private boolean allowed;
    private Duration delay;
    private long remaining;
    private Duration retryAfter;
    private Duration resetAfter;
    private Basis basis;
    private Origin origin;
    private @Nullable String plan;
    private boolean blocked;
    private @Nullable Window window;
    private Audience audience;

    DecisionBuilder(Decision from) {
        this.limiter = from.limiter();
        this.limit = from.limit();
        this.allowed = from.allowed();
        this.delay = from.delay();
        this.remaining = from.remaining();
        this.retryAfter = from.retryAfter();
        this.resetAfter = from.resetAfter();
        this.basis = from.basis();
        this.origin = from.origin();
        this.plan = from.plan();
        this.blocked = from.blocked();
        this.window = from.window();
        this.audience = from.audience();
    }

    /**
     * Sets {@link Decision#allowed()}.
     *
     * @param value whether the call may go through
     * @return this
     */
    public DecisionBuilder allowed(boolean value) {
        this.allowed = value;
        return this;
    }

    /**
     * Sets {@link Decision#delay()}.
     *
     * @param value how long the call waited for its permits
     * @return this
     */
    public DecisionBuilder delay(Duration value) {
        this.delay = notNegative("delay", value);
        return this;
    }

    /**
     * Sets {@link Decision#remaining()}.
     *
     * @param value permits that are left, at least 0
     * @return this
     */
    public DecisionBuilder remaining(long value) {
        this.remaining = notNegative("remaining", value);
        return this;
    }

    /**
     * Sets {@link Decision#retryAfter()}.
     *
     * @param value when rejected, the time until the permits are due
     * @return this
     */
    public DecisionBuilder retryAfter(Duration value) {
        this.retryAfter = notNegative("retryAfter", value);
        return this;
    }

    /**
     * Sets {@link Decision#resetAfter()}.
     *
     * @param value time until the limit is completely unused
     * @return this
     */
    public DecisionBuilder resetAfter(Duration value) {
        this.resetAfter = notNegative("resetAfter", value);
        return this;
    }

    /**
     * Sets {@link Decision#basis()}.
     *
     * @param value who decided
     * @return this
     */
    public DecisionBuilder basis(Basis value) {
        this.basis = given("basis", value);
        return this;
    }

    /**
     * Sets {@link Decision#origin()}.
     *
     * @param value which level gave the limit
     * @return this
     */
    public DecisionBuilder origin(Origin value) {
        this.origin = given("origin", value);
        return this;
    }

    /**
     * Sets {@link Decision#plan()}.
     *
     * @param value name of the plan that gave the limit, or {@code null}
     * @return this
     */
    public DecisionBuilder plan(@Nullable String value) {
        this.plan = value;
        return this;
    }

    /**
     * Sets {@link Decision#blocked()}.
     *
     * @param value whether the limiter or its key is blocked
     * @return this
     */
    public DecisionBuilder blocked(boolean value) {
        this.blocked = value;
        return this;
    }

    /**
     * Sets {@link Decision#window()}.
     *
     * @param value the window of a limit with a calendar, or {@code null}
     * @return this
     */
    public DecisionBuilder window(@Nullable Window value) {
        this.window = value;
        return this;
    }

    /**
     * Sets {@link Decision#audience()}.
     *
     * @param value who is told about the limit
     * @return this
     */
    public DecisionBuilder audience(Audience value) {
        this.audience = given("audience", value);
        return this;
    }

    /**
     * Rejects the call.
     *
     * @param after time until the permits are due
     * @return this
     */
    public DecisionBuilder rejected(Duration after) {
        return allowed(false).delay(Duration.ZERO).retryAfter(after);
    }

    @SuppressWarnings("NullAway") // Callers need not check what they pass.
    static <T> T given(String name, T value) {
        return checked(value != null, name, "given", value);
    }

    private static long notNegative(String name, long value) {
        return checked(value >= 0, name, "at least 0", value);
    }

    private static Duration notNegative(String name, Duration value) {
        return checked(!given(name, value).isNegative(), name, "at least 0", value);
    }

    static <T> T checked(boolean right, String name, String range, T value) {
        if (!right) {
            throw new IllegalArgumentException(name + " must be " + range + ", but is " + value);
        }
        return value;
    }

    /**
     * Makes the decision.
     *
     * @return a decision
     */
    public Decision build() {
        return new Decision(
                limiter,
                limit,
                allowed,
                delay,
                remaining,
                retryAfter,
                resetAfter,
                basis,
                origin,
                plan,
                blocked,
                window,
                audience);
    }
}
