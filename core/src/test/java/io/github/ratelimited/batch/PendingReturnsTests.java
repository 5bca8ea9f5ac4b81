package io.github.ratelimited.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Reservation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PendingReturnsTests {

    private static final RateLimit LIMIT = RateLimit.of(10, Duration.ofSeconds(1));
    private static final int MOST = PendingReturns.MOST_ON_THE_WAY;

    private final List<List<Reservation>> sent = new ArrayList<>();
    private final List<CompletableFuture<Void>> answers = new ArrayList<>();
    private final PendingReturns returns =
            new PendingReturns(demand -> Integer.parseInt(demand.key()), reservations -> {
                sent.add(reservations);
                answers.add(new CompletableFuture<>());
                return answers.get(answers.size() - 1);
            });

    private static Reservation reservation(int partition, long grantedAt) {
        return new Reservation(new Demand("api", String.valueOf(partition), LIMIT, 1), grantedAt, Basis.STORE);
    }

    private static List<Reservation> reservations(int partition, int count) {
        return LongStream.range(0, count)
                .mapToObj(moment -> reservation(partition, moment))
                .toList();
    }

    private void answerAll() {
        for (int i = 0; i < answers.size(); i++) {
            answers.get(i).complete(null);
        }
    }

    @Test
    void whatIsGivenBackTogetherTravelsInFewNewestFirst() {
        CompletableFuture<Void> done = returns.add(reservations(0, 10_000));
        answerAll();
        assertThat(done).isCompleted();
        assertThat(sent)
                .hasSize(10_000 / MOST)
                .allSatisfy(each -> assertThat(each).hasSize(MOST));
        assertThat(sent.stream().flatMap(List::stream).map(Reservation::grantedAt))
                .isSortedAccordingTo(Comparator.reverseOrder());
    }

    @Test
    void whatComesOneByOneTravelsTogetherToo() {
        for (int i = 0; i < 1_000; i++) {
            returns.add(List.of(reservation(0, i)));
        }
        assertThat(sent).hasSize(1);
        answerAll();
        assertThat(sent).hasSize(6);
        assertThat(sent.get(1).get(0).grantedAt()).isEqualTo(999);
    }

    @Test
    void noMoreAreOnTheWayAtOnceHoweverManyPartitionsThereAre() {
        for (int partition = 0; partition < 1_000; partition++) {
            returns.add(reservations(partition, 3));
        }
        assertThat(sent.stream().mapToInt(List::size).sum()).isEqualTo(MOST);
        answerAll();
        assertThat(sent.stream().mapToInt(List::size).sum()).isEqualTo(3_000);
        assertThat(returns.to(List.of(reservation(5, 0).demand()))).isNull();
    }

    @Test
    void aRequestWaitsForWhatGoesBackByNowAndForNothingThatComesLater() {
        returns.add(reservations(0, 1));
        returns.add(reservations(0, 1));
        CompletableFuture<?> there = returns.to(List.of(reservation(0, 0).demand()));
        answers.get(0).complete(null);
        returns.add(reservations(0, 1));
        assertThat(there).isNotDone();
        answers.get(1).complete(null);
        assertThat(there).isCompleted();
        assertThat(returns.to(List.of(reservation(1, 0).demand()))).isNull();
    }

    @Test
    void aStoreThatFailsAgainAndAgainIsSpared() {
        CompletableFuture<Void> done = returns.add(reservations(0, 10_000));
        for (int i = 0; i < 3; i++) {
            answers.get(i).completeExceptionally(new RateLimiterUnavailableException("gone", null));
        }
        assertThat(done).isCompleted();
        assertThat(sent).hasSize(3);
        returns.add(reservations(0, 1));
        assertThat(sent).hasSize(4);
    }
}
