package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A store whose answers the test gives. */
public final class FakeStore implements LimiterStore, UsageStore {

    public static final RateLimit LIMIT = RateLimit.of(1, Duration.ofSeconds(1));

    public final List<Acquisition> asked = new ArrayList<>();
    public final List<CompletableFuture<Grant>> answers = new ArrayList<>();
    public final List<List<Reservation>> givenBack = new ArrayList<>();

    public final List<LimiterKey> blocked = new ArrayList<>();

    /** What asking and blocking throw. */
    @Nullable
    public RuntimeException thrown;

    /** What blocking answers, once it is complete; at once where there is none. */
    @Nullable
    public CompletableFuture<Duration> block;

    /** The grant, so far ahead, of the last question. */
    public Grant grants(Duration delay) {
        Acquisition last = asked.get(asked.size() - 1);
        Demand demand = last.demands().get(0);
        Grant grant = new Grant(
                List.of(demand),
                List.of(Decision.of(demand.limiter(), LIMIT)
                        .delay(delay)
                        .remaining(0)
                        .build()),
                List.of(new Reservation(demand, asked.size(), Basis.STORE)));
        answers.get(answers.size() - 1).complete(grant);
        return grant;
    }

    /** Rejects the first of what was asked last; of the others there is enough. */
    public void rejects(Duration retryAfter) {
        List<Demand> demands = asked.get(asked.size() - 1).demands();
        List<Decision> decisions = new ArrayList<>();
        for (Demand demand : demands) {
            decisions.add(
                    decisions.isEmpty()
                            ? demand.rejected(retryAfter, 0, Duration.ZERO, Basis.STORE)
                            : demand.granted(Duration.ZERO, 10, Duration.ZERO, Basis.STORE));
        }
        answers.get(answers.size() - 1).complete(new Grant(demands, decisions, List.of()));
    }

    /** Tells who asked last to ask again. */
    public Turn turnsAway(Duration retryAfter, Duration pause) {
        Decision decision = Decision.of("api", LIMIT)
                .allowed(false)
                .remaining(0)
                .retryAfter(retryAfter)
                .build();
        Turn turn = new Turn(Duration.ofSeconds(30), asked.size(), asked.size(), pause, Basis.STORE);
        List<Demand> demands = asked.get(asked.size() - 1).demands();
        answers.get(answers.size() - 1).complete(new Grant(demands, List.of(decision), List.of(), turn));
        return turn;
    }

    @Override
    public void acquire(Acquisition acquisition, GrantCallback callback) {
        asked.add(acquisition);
        RuntimeException broken = thrown;
        if (broken != null) {
            throw broken;
        }
        CompletableFuture<Grant> answer = new CompletableFuture<>();
        answers.add(answer);
        answer.whenComplete(callback::answered);
    }

    @Override
    public CompletionStage<Double> settle(List<Settlement> settlements) {
        givenBack.add(settlements.stream().map(Settlement::reservation).toList());
        return CompletableFuture.completedFuture(0.0);
    }

    @Override
    public CompletionStage<Boolean> charge(Demand demand) {
        return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletionStage<Usage> usage(Demand demand) {
        return CompletableFuture.completedFuture(new Usage(0, Duration.ZERO));
    }

    @Override
    public CompletionStage<Void> release(Demand demand) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Duration> block(Demand demand, Duration duration) {
        RuntimeException broken = thrown;
        if (broken != null) {
            throw broken;
        }
        blocked.add(demand.limiterKey());
        return block != null ? block : CompletableFuture.completedFuture(duration.abs());
    }

    @Override
    public CompletionStage<Void> reset(Demand demand) {
        return CompletableFuture.completedFuture(null);
    }
}
