package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.limiter.EndOfStack;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Reservation;
import io.github.ratelimited.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettlementBatcherTests {

    private static final RateLimit LIMIT = RateLimit.of(10, Duration.ofSeconds(1));
    private static final int MOST = SettlementBatcher.MOST_IN_FLIGHT;

    private final List<List<Reservation>> sent = new ArrayList<>();
    private final List<CompletableFuture<List<Double>>> answers = new ArrayList<>();
    private final List<Long> pauses = new ArrayList<>();
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final SettlementBatcher returns = new SettlementBatcher(
            demand -> Integer.parseInt(demand.key()),
            settlements -> {
                sent.add(settlements.stream().map(Settlement::reservation).toList());
                answers.add(new CompletableFuture<>());
                return answers.get(answers.size() - 1);
            },
            nanos -> task -> {
                pauses.add(Duration.ofNanos(nanos).toMillis());
                waiting.add(task);
            });

    private static Reservation reservation(int partition, long grantedAt) {
        return new Reservation(new Demand("api", String.valueOf(partition), LIMIT, 1), grantedAt, Basis.STORE);
    }

    private static List<Reservation> reservations(int partition, int count) {
        return LongStream.range(0, count)
                .mapToObj(moment -> reservation(partition, moment))
                .toList();
    }

    private CompletableFuture<Double> add(List<Reservation> reservations) {
        return returns.add(Settlement.unused(reservations));
    }

    private void answer(int load) {
        answers.get(load).complete(Collections.nCopies(sent.get(load).size(), 1.0));
    }

    private void answerAll() {
        for (int i = 0; i < answers.size(); i++) {
            answer(i);
        }
    }

    @Test
    void whatIsGivenBackTogetherTravelsInFewNewestFirst() {
        CompletableFuture<Double> done = add(reservations(0, 10_000));
        answerAll();
        assertThat(done).isCompletedWithValue(10_000.0);
        assertThat(sent)
                .hasSize(10_000 / MOST)
                .allSatisfy(each -> assertThat(each).hasSize(MOST));
        assertThat(sent.stream().flatMap(List::stream).map(Reservation::grantedAt))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void whatComesOneByOneTravelsTogetherToo() {
        for (int i = 0; i < 1_000; i++) {
            add(List.of(reservation(0, i)));
        }
        assertThat(sent).hasSize(1);
        answerAll();
        assertThat(sent).hasSize(6);
        assertThat(sent.get(1).get(0).grantedAt()).isEqualTo(999);
    }

    @Test
    void noMoreAreOnTheWayAtOnceHoweverManyPartitionsThereAre() {
        for (int partition = 0; partition < 1_000; partition++) {
            add(reservations(partition, 3));
        }
        assertThat(sent.stream().mapToInt(List::size).sum()).isEqualTo(MOST);
        answerAll();
        assertThat(sent.stream().mapToInt(List::size).sum()).isEqualTo(3_000);
        assertThat(returns.to(List.of(reservation(5, 0).demand()))).isNull();
    }

    @Test
    void aRequestWaitsForWhatGoesBackByNowAndForNothingThatComesLater() {
        add(reservations(0, 1));
        add(reservations(0, 1));
        CompletableFuture<?> there = returns.to(List.of(reservation(0, 0).demand()));
        answer(0);
        add(reservations(0, 1));
        assertThat(there).isNotDone();
        answer(1);
        assertThat(there).isCompleted();
        assertThat(returns.to(List.of(reservation(1, 0).demand()))).isNull();
    }

    private void fails(int load) {
        answers.get(load).completeExceptionally(new RateLimiterUnavailableException("gone", null));
    }

    private void isUnsure(int load) {
        answers.get(load).complete(Collections.nCopies(sent.get(load).size(), Double.NaN));
    }

    @Test
    void aStoreThatFailsAgainAndAgainIsSpared() {
        assertIsSpared(this::fails);
    }

    @Test
    void aStoreThatKnowsOfNothingThatItWasDoneIsSpared() {
        assertIsSpared(this::isUnsure);
    }

    private void assertIsSpared(IntConsumer trouble) {
        CompletableFuture<Double> done = add(reservations(0, 10_000));
        for (int i = 0; i < 3; i++) {
            trouble.accept(i);
        }
        assertThat(done).isCompletedExceptionally();
        assertThat(sent).hasSize(3);
        add(reservations(0, 1));
        assertThat(sent).hasSize(4);
    }

    private void refuses(int load) {
        answers.get(load).complete(Collections.nCopies(sent.get(load).size(), BulkStore.NOT_COUNTED));
    }

    @Test
    void whatIsRefusedIsSentAgainEverLaterAndGivenUpInTheEnd() {
        CompletableFuture<Double> done = add(reservations(0, 1));
        CompletableFuture<?> there = returns.to(List.of(reservation(0, 0).demand()));
        refuses(0);
        assertThat(there).isCompleted();
        for (int repeat = 1; repeat <= SettlementRetry.MOST_REPEATS; repeat++) {
            assertThat(done).isNotDone();
            waiting.remove().run();
            refuses(repeat);
        }
        assertThat(done).isCompletedExceptionally();
        assertThat(waiting).isEmpty();
        assertThat(pauses).startsWith(50L, 100L, 200L, 400L, 800L, 800L);
        assertThat(pauses.stream().mapToLong(Long::longValue).sum()).isBetween(9_000L, 10_000L);
    }

    @Test
    void onlyWhatIsRefusedIsSentAgain() {
        CompletableFuture<Double> done = add(reservations(0, 3));
        answers.get(0).complete(List.of(1.0, BulkStore.NOT_COUNTED, 0.0));
        waiting.remove().run();
        assertThat(sent.get(1)).containsExactly(sent.get(0).get(1));
        answer(1);
        assertThat(done).isCompletedWithValue(2.0);
    }

    @Test
    void noMoreThanSoManyWaitToBeSentAgain() {
        int most = SettlementRetry.MOST;
        CompletableFuture<Double> done = add(reservations(0, most));
        for (int load = 0; load < most / MOST; load++) {
            refuses(load);
        }
        CompletableFuture<Double> beyond = add(reservations(1, 1));
        refuses(most / MOST);
        assertThat(beyond).isCompletedExceptionally();
        waiting.remove().run();
        assertThat(sent.get(most / MOST + 1)).hasSize(MOST);
        assertThat(done).isNotDone();
    }

    /** Where the store answers at once, and where it does later. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoseStackEndsKeepsNothingFromGoingBackLater(boolean atOnce) {
        Queue<Runnable> later = new ConcurrentLinkedQueue<>();
        SettlementBatcher returns = new SettlementBatcher(demand -> 0, settlements -> {
            CompletableFuture<List<Double>> answer = new CompletableFuture<>();
            Runnable answering = () -> answer.complete(Collections.nCopies(settlements.size(), 1.0));
            if (atOnce) {
                answering.run();
            } else {
                later.add(answering);
            }
            return answer;
        });
        returns.add(Settlement.unused(reservations(0, 1)));
        for (int round = 0; round < 10; round++) {
            EndOfStack.call(() -> returns.add(Settlement.unused(reservations(0, 1))));
            CompletableFuture<Double> next = returns.add(Settlement.unused(reservations(0, 1)));
            for (Runnable answering = later.poll(); answering != null; answering = later.poll()) {
                answering.run();
            }
            assertThat(next).isCompletedWithValue(1.0);
        }
    }
}
