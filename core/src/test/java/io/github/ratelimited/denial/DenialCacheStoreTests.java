package io.github.ratelimited.denial;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Audience;
import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.Decision.Origin;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import io.github.ratelimited.store.LimiterKey;
import io.github.ratelimited.store.Micros;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whom a rejection that is remembered answers, and how. */
class DenialCacheStoreTests extends DenialCacheFixture {

    @Test
    void tellsTheMomentOfAsManyPermitsAsWereRejected() {
        rejected(Basis.STORE, 100, demand("", 6));
        rejected(Basis.STORE, 100, demand("", 2));

        assertThat(ask(6).join().decision().retryAfter()).isEqualTo(Duration.ofMillis(300));
        assertThat(ask(5).join().decision().retryAfter()).isEqualTo(Duration.ofMillis(100));
        assertAsked(2);
    }

    @Test
    void rejectsUntilThePermitsAreDueWithoutAsking() {
        rejected(Basis.STORE, 100, demand("", 2));
        clock.advance(99 * MILLI + 999);
        Grant rejection = ask(2).join();
        assertThat(rejection.decisions())
                .containsExactly(Decision.of("api", LIMIT)
                        .allowed(false)
                        .remaining(0)
                        .retryAfter(Micros.toDuration(1))
                        .resetAfter(Micros.toDuration(800 * MILLI + 1))
                        .build());
        assertThat(rejection.reservations()).isEmpty();
        assertAsked(1);
        clock.advance(1);
        ask(2);
        assertAsked(2);
    }

    @Test
    void aDemandIsToldItsOwnPlanAndAudience() {
        rejected(Basis.STORE, 100, demand("", 2));

        Demand other = new Demand(new LimiterKey("api", ""), LIMIT, 2, Origin.PLAN, "gold", Audience.NONE, false);
        Decision rejection = ask(Duration.ZERO, other).join().decision();
        assertThat(rejection.origin()).isEqualTo(Origin.PLAN);
        assertThat(rejection.plan()).isEqualTo("gold");
        assertThat(rejection.audience()).isEqualTo(Audience.NONE);
        assertAsked(1);
    }

    @Test
    void aBlockAnswersWhateverIsAskedFor() {
        CompletableFuture<Grant> answer = ask(2);
        Demand demand = demand("", 2);
        Decision blocked = demand.blocked(Duration.ofMinutes(1), Duration.ofMinutes(1), Basis.STORE);
        redis.answers.get(0).complete(new Grant(List.of(demand), List.of(blocked), List.of()));
        assertThat(answer).isCompleted();

        Demand other = new Demand("api", "", RateLimit.of(100, Duration.ofSeconds(1)), 1);
        assertThat(ask(Duration.ofHours(1), other).join().decision())
                .isEqualTo(other.blocked(Duration.ofMinutes(1), Duration.ofMinutes(1), Basis.STORE));
        assertAsked(1);
        clock.advance(1000 * MILLI);
        ask(1);
        assertAsked(2);
    }

    @Test
    void decidesNowWhatItRemembersAndNothingElse() {
        assertThat(decideNow(demand("", 2))).isNull();
        rejected(Basis.STORE, 100, demand("", 2));
        assertThat(decideNow(demand("", 2))).isEqualTo(ask(2).join().decision()).returns(false, Decision::allowed);
        assertThat(decideNow(demand("", 1))).isNull();
        clock.advance(100 * MILLI);
        assertThat(decideNow(demand("", 2))).isNull();
        assertAsked(1);
    }

    @Test
    void countsFromTheMomentOfAskingNotOfTheAnswer() {
        ask(2);
        clock.advance(60 * MILLI);
        redis.answers.get(0).complete(rejection(Basis.STORE, 100, demand("", 2)));
        clock.advance(40 * MILLI - 1);
        assertThat(ask(2)).isDone();
        clock.advance(1);
        assertThat(ask(2)).isNotDone();
    }

    @Test
    void rejectsMorePermitsButNotFewer() {
        rejected(Basis.STORE, 100, demand("", 4));
        assertThat(ask(5)).isDone();
        assertThat(ask(3)).isNotDone();
    }

    @Test
    void remembersEachNumberOfPermitsWithItsOwnMoment() {
        rejected(Basis.STORE, 100, demand("", 4));
        rejected(Basis.STORE, 100, demand("", 2));
        clock.advance(150 * MILLI);
        assertThat(ask(4)).isDone();
        assertThat(ask(3)).isNotDone();
    }

    @Test
    void asksForThoseWhoWaitLongEnough() {
        rejected(Basis.STORE, 100, demand("", 2));
        assertThat(ask(Duration.ofMillis(100).minusNanos(1000), demand("", 2))).isDone();
        assertThat(ask(Duration.ofMillis(100), demand("", 2))).isNotDone();
    }

    @Test
    void remembersOfSeveralDemandsThoseThatWereRejected() {
        rejected(Basis.STORE, 100, demand("a", 1), demand("b", 2));
        assertThat(ask(Duration.ZERO, demand("b", 2))).isDone();
        Grant both = ask(Duration.ofMinutes(1), demand("a", 1), demand("b", 2)).join();
        assertThat(both.decision().retryAfter()).isEqualTo(Duration.ofMillis(100));
        assertThat(ask(Duration.ZERO, demand("a", 1))).isNotDone();
    }

    @Test
    void keysAndLimitsAreToldApart() {
        rejected(Basis.STORE, 100, demand("a", 2));
        assertThat(ask(Duration.ZERO, demand("b", 2))).isNotDone();
        assertThat(ask(Duration.ZERO, new Demand("other", "a", LIMIT, 2))).isNotDone();
        RateLimit changed = RateLimit.of(11, Duration.ofSeconds(1));
        assertThat(ask(Duration.ZERO, new Demand("api", "a", changed, 2))).isNotDone();
        assertThat(ask(Duration.ZERO, demand("a", 2))).isDone();
    }
}
