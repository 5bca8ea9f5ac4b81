package io.github.ratelimited.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimiterUnavailableException;
import io.github.ratelimited.batch.BatchResult;
import io.github.ratelimited.store.Demand;
import io.github.ratelimited.store.Grant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplyTests {

    private static final RateLimit LIMIT = RateLimit.of(1, Duration.ofSeconds(1));
    private static final BatchResult REJECTED = new BatchResult(
            new Grant(
                    List.of(new Demand("api", "", LIMIT, 1)),
                    List.of(Decision.of("api", LIMIT)
                            .allowed(false)
                            .remaining(0)
                            .retryAfter(Duration.ofSeconds(1))
                            .resetAfter(Duration.ofSeconds(1))
                            .build()),
                    List.of()),
            null);
    private static final BatchResult FAILED =
            new BatchResult(null, new RateLimiterUnavailableException("out of memory", null));

    private final List<List<BatchResult>> delivered = new ArrayList<>();

    @Test
    void tellsWhatIsDecided() {
        Reply reply = new Reply(1, 0, List.of(REJECTED, REJECTED));
        assertThat(reply.deliver(delivered::add)).isSameAs(reply);
        assertThat(delivered).containsExactly(List.of(REJECTED, REJECTED));
    }

    /** It may be asked once more. */
    @Test
    void keepsToItselfWhatHasFailedInPart() {
        new Reply(1, 0, List.of(REJECTED, FAILED)).deliver(delivered::add);
        assertThat(delivered).isEmpty();
    }

    @Test
    void keepsToItselfWhatCameTooLate() {
        new Reply(1, Reply.TOO_LATE, List.of()).deliver(delivered::add);
        assertThat(delivered).isEmpty();
    }

    @Test
    void outlivesAnErrorOfWhoIsTold() {
        Reply reply = new Reply(1, 0, List.of(REJECTED));
        assertThat(reply.deliver(outcomes -> {
                    throw new StackOverflowError();
                }))
                .isSameAs(reply);
    }
}
