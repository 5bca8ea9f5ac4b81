package io.github.ratelimited.redis.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.limits.AppliedLimit;
import io.github.ratelimited.limits.KeyLimitTable;
import io.github.ratelimited.redis.limits.KeyLimitsHash.Change;
import io.github.ratelimited.store.LimiterKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An instance whose changes and looks are on their way for as long as the test says. */
final class LookingInstance {

    private final KeyLimitsHash hash;
    final KeyLimitTable table = new KeyLimitTable(() -> 1);
    final KnownKeyLimits known = new KnownKeyLimits(table);

    @Nullable
    Change sent;

    private boolean made;
    private PollReply.@Nullable From asked;
    private @Nullable PollReply read;

    LookingInstance(KeyLimitsHash hash) {
        this.hash = hash;
    }

    void send(Change change) {
        known.sends(change.limiterKey());
        sent = change;
        made = false;
    }

    void execute() {
        if (sent != null && !made) {
            hash.change(List.of(sent)).join();
            made = true;
        }
    }

    void learn() {
        execute();
        if (sent != null) {
            known.answered(sent.limiterKey(), sent.text() + "\n0");
            sent = null;
        }
    }

    void ask() {
        if (asked == null) {
            asked = known.begin();
        }
    }

    void read() {
        if (asked != null && read == null) {
            read = hash.poll(asked).join();
        }
    }

    boolean look() {
        ask();
        read();
        PollReply reading = read;
        asked = null;
        read = null;
        return reading != null && known.learn(reading);
    }

    void readAll() {
        while (look()) {
            assertThat(table.size()).isLessThan(20_000);
        }
    }

    @Nullable
    RateLimit limit(String key) {
        AppliedLimit limit = table.find(new LimiterKey("search", key));
        return limit == null ? null : limit.limit();
    }

    Map<String, String> limits() {
        Map<String, String> limits = new TreeMap<>();
        table.all().forEach(key -> limits.put(SharedKeyLimit.field(key), limit(key.key()) + ""));
        return limits;
    }
}
