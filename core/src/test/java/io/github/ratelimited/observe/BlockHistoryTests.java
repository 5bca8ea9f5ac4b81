package io.github.ratelimited.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.store.LimiterKey;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BlockHistoryTests {

    private final BlockHistory recent = new BlockHistory();

    private static LimiterKey key(int number) {
        return new LimiterKey("api", String.valueOf(number));
    }

    @Test
    void remembersTheLastThousand() {
        for (int i = 0; i < 1_500; i++) {
            recent.blocked(key(i), Duration.ofHours(1), true);
        }
        assertThat(recent.latest()).hasSize(1_000);
        assertThat(recent.latest().get(0).limiterKey()).isEqualTo(key(1_499));
        assertThat(recent.latest().get(999).limiterKey()).isEqualTo(key(500));
    }

    @Test
    void ofAKeyItRemembersTheLastBlockAndWhenItWasLifted() {
        recent.blocked(key(1), Duration.ofHours(1), true);
        recent.blocked(key(2), Duration.ofHours(1), true);
        recent.blocked(key(1), Duration.ofHours(2), false);
        recent.unblocked(key(2));
        recent.unblocked(key(3));
        assertThat(recent.latest()).extracting(BlockHistory.Block::limiterKey).containsExactly(key(1), key(2));
        assertThat(recent.latest().get(0).here()).isFalse();
        assertThat(recent.latest().get(1).until()).isBeforeOrEqualTo(Instant.now());
    }
}
