package io.github.ratelimited.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.Hold;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.RedisServer;
import io.github.ratelimited.observe.LimiterObserver;
import io.github.ratelimited.observe.SettlementOutcome;
import io.github.ratelimited.store.Demand;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server of its own that is not there when calls tell what they used, which no caller notices. */
class SettlementFailuresTests implements LimiterObserver {

    private static final RateLimit HUNDRED = RateLimit.of(100, Duration.ofHours(1));

    private final RedisServer server = RedisServer.start();
    private final RealRedis redis = RealRedis.open(server.redis());
    private final List<String> outcomes = new CopyOnWriteArrayList<>();
    private final AtomicReference<FailurePolicy> policy = new AtomicReference<>(FailurePolicy.LOCAL);
    private final RateLimiters limiters = open();
    private final RateLimiter limiter = limiters.declare("tokens", HUNDRED);

    private RateLimiters open() {
        return RedisRateLimiters.builder(redis.client())
                .timeout(Duration.ofMillis(250))
                .onFailure(name -> policy.get())
                .observer(this)
                .build();
    }

    @Override
    public void settled(Demand demand, SettlementOutcome outcome, double permits) {
        outcomes.add(outcome + " " + (long) permits);
    }

    @AfterEach
    void close() {
        limiters.close();
        redis.close();
        server.close();
    }

    private Hold hold(RateLimiter limiter, long permits, Basis basis) {
        return Awaitility.await()
                .ignoreExceptions()
                .until(
                        () -> limiter.hold(permits, Duration.ZERO),
                        hold -> hold.decision().basis() == basis);
    }

    private static void settle(Hold hold, long actual) {
        assertThat(hold.settleAsync(actual).toCompletableFuture()).succeedsWithin(20, TimeUnit.SECONDS);
    }

    @Test
    void whatIsSettledWhileRedisIsDownIsDroppedAndWhatWasTakenStaysTaken() {
        Hold refund = hold(limiter, 40, Basis.STORE);
        Hold charge = hold(limiter, 10, Basis.STORE);
        long used = 100 - limiter.availablePermits();
        server.kill();
        refund.settle(1);
        settle(charge, 90);
        Awaitility.await().until(() -> outcomes.size() == 2);
        assertThat(outcomes).containsExactlyInAnyOrder("DROPPED 39", "DROPPED 80");
        assertThat(used).isEqualTo(50);
    }

    @Test
    void aLateAnswerCountsAsDroppedAndWhatItSaysIsDoneOnce() {
        Hold hold = hold(limiter, 40, Basis.STORE);
        server.pause();
        settle(hold, 10);
        assertThat(outcomes).containsExactly("DROPPED 30");
        server.resume();
        Awaitility.await()
                .ignoreExceptions()
                .until(() -> hold(limiter, 0, Basis.STORE) != null && limiter.availablePermits() == 90);
        settle(hold, 10);
        assertThat(outcomes).containsExactly("DROPPED 30", "REPEATED 0");
        assertThat(limiter.availablePermits()).isEqualTo(90);
    }

    @Test
    void whatThisProcessGrantedAloneGoesBackHere() {
        hold(limiter, 1, Basis.STORE);
        server.pause();
        Hold local = hold(limiter, 60, Basis.LOCAL);
        settle(local, 10);
        assertThat(hold(limiter, 90, Basis.LOCAL).decision().remaining()).isZero();
        server.resume();
        // What showed that the server is back has gone back, too.
        Awaitility.await().ignoreExceptions().until(() -> limiter.availablePermits() == 99);
        Hold after = hold(limiter, 50, Basis.STORE);
        assertThat(after.decision().remaining()).isEqualTo(49);
        assertThat(outcomes).containsExactly("REFUNDED 50");
    }

    @Test
    void anInstanceThatDiesLeavesTakenWhatItTook() {
        RealRedis other = RealRedis.open(server.redis());
        RateLimiters dying = RedisRateLimiters.builder(other.client())
                .limit("tokens", HUNDRED)
                .build();
        hold(dying.get("tokens"), 40, Basis.STORE);
        other.close();
        assertThat(hold(limiter, 0, Basis.STORE).decision().remaining()).isEqualTo(60);
        dying.close();
        assertThat(limiter.availablePermits()).isEqualTo(60);
    }

    @Test
    void chargesGoByThePolicyAndAreDroppedWhereNothingCounts() {
        hold(limiter, 1, Basis.STORE);
        server.pause();
        hold(limiter, 1, Basis.LOCAL);
        limiter.charge(50);
        assertThat(hold(limiter, 1, Basis.LOCAL).decision().remaining()).isEqualTo(48);
        for (FailurePolicy none : List.of(FailurePolicy.OPEN, FailurePolicy.CLOSED)) {
            policy.set(none);
            limiter.charge(7);
        }
        assertThat(outcomes).containsExactly("CHARGED 50", "DROPPED 7", "DROPPED 7");
        policy.set(FailurePolicy.OPEN);
        settle(limiter.hold(5, Duration.ZERO), 1);
        assertThat(outcomes).contains("DROPPED 4");
    }

    @Test
    void closingSendsWhatIsOnItsWay() {
        Hold hold = hold(limiter, 40, Basis.STORE);
        hold.settle(0);
        limiters.close();
        assertThat(outcomes).containsExactly("REFUNDED 40");
    }

    @Test
    void tellsWhatBecameOfEachSettlement() {
        RateLimiter fixed = limiters.declare("bucket", HUNDRED.withAlgorithm(Algorithm.LEAKY_BUCKET));
        settle(hold(limiter, 10, Basis.STORE), 10);
        settle(hold(limiter, 10, Basis.STORE), 25);
        settle(hold(fixed, 1, Basis.STORE), 1);
        Hold part = hold(limiter, 10, Basis.STORE);
        limiter.release(5);
        limiter.reset();
        settle(part, 3);
        assertThat(outcomes).containsExactly("EVEN 0", "CHARGED 15", "EVEN 0", "KEPT 7");
    }
}
