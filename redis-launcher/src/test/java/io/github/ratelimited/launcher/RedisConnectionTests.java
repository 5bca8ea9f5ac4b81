package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisExtension.class)
class RedisConnectionTests {

    private static final String KEY = "launcher:connection";

    private final Redis redis;
    private RedisConnection connection;

    RedisConnectionTests(Redis redis) {
        this.redis = redis;
    }

    @BeforeEach
    void open() {
        connection = redis.connect();
    }

    @AfterEach
    void close() {
        redis.command("DEL", KEY);
        connection.close();
    }

    @Test
    void readsTextNumbersListsAndNothing() {
        assertThat(connection.command("SET", KEY, "zwölf\r\n")).isEqualTo("OK");
        assertThat(connection.command("GET", KEY)).isEqualTo("zwölf\r\n");
        assertThat(connection.command("STRLEN", KEY)).isEqualTo(8L);
        assertThat(connection.command("GET", KEY + ":absent")).isNull();
        assertThat(connection.command("BLPOP", KEY + ":absent", "0.01")).isNull();
        assertThat(connection.command("EVAL", "return {1, 'two', {3, false}}", "0"))
                .isEqualTo(List.of(1L, "two", Arrays.asList(3L, null)));
    }

    @Test
    void throwsErrorsAndStaysUsable() {
        connection.command("SET", KEY, "text");

        assertThatThrownBy(() -> connection.command("INCR", KEY))
                .isInstanceOf(RedisReplyException.class)
                .hasMessage("ERR value is not an integer or out of range");
        assertThat(connection.command("PING")).isEqualTo("PONG");
    }

    @Test
    void keepsErrorInsideListInItsPlace() {
        connection.command("MULTI");
        connection.command("SET", KEY, "text");
        connection.command("INCR", KEY);
        List<?> replies = (List<?>) connection.command("EXEC");

        assertThat(replies).hasSize(2);
        assertThat(replies.get(1)).isInstanceOf(RedisReplyException.class);
        assertThat(connection.command("PING")).isEqualTo("PONG");
    }

    @Test
    void readsWhatTheMonitorSees() {
        assertThat(connection.command("MONITOR")).isEqualTo("OK");

        redis.command("GET", KEY);

        assertThat(connection.read()).asString().contains("\"GET\" \"" + KEY + "\"");
    }
}
