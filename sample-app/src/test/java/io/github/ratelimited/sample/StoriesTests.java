package io.github.ratelimited.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision.Window;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class StoriesTests {

    @AutoClose
    private static final RunningApplication APPLICATION = RunningApplication.start(
            "--spring.data.redis.url=" + Redis.shared().url(), "--ratelimited.limiters.leaky-bucket.interval=1h");

    private static final RateLimiters LIMITERS = APPLICATION.context().getBean(RateLimiters.class);

    @Test
    void takesSixHundredMessagesAndNotOneMore() {
        reset("push-calls", "push-messages");

        assertThat(push(600).body()).isEqualTo("{\"messages\":600}");
        assertThat(push(1).statusCode()).isEqualTo(429);
        assertThat(LIMITERS.get("push-calls").availablePermits())
                .as("calls left, of which the rejected one took none")
                .isEqualTo(8_999);
    }

    @Test
    void saysWhySixHundredAndOneMessagesAreAMistake() {
        reset("push-messages");

        HttpResponse<String> answer = push(601);

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(answer.body())
                .contains("The limit 'push-messages' grants 0 to 600 permits at once, but 601 were asked for.");
        assertThat(LIMITERS.get("push-messages").availablePermits()).isEqualTo(600);
    }

    @Test
    void grantsTenInEachMinuteAndAThousandInTheMonth() {
        String user = UUID.randomUUID().toString();

        List<Integer> statuses = statuses(25, () -> APPLICATION.send("GET", "/api/quota?user=" + user, ""));

        // The minute may turn meanwhile.
        long granted = statuses.stream().filter(status -> status == 200).count();
        assertThat(granted).isIn(10L, 20L);
        assertThat(LIMITERS.get("quota-month").forKey(user).availablePermits()).isEqualTo(1_000 - granted);
        Window month = LIMITERS.get("quota-month")
                .forKey(user)
                .decide(0, Duration.ZERO)
                .window();
        assertThat(month.end()).isAfter(Instant.now());
        assertThat(month.end().atZone(ZoneId.of("Europe/Berlin")).getDayOfMonth())
                .isOne();
    }

    @Test
    void postsTenRepliesAMinuteForEachUser() {
        String user = UUID.randomUUID().toString();

        List<Integer> statuses = statuses(11, () -> APPLICATION.send("POST", "/api/replies?user=" + user, ""));

        assertThat(statuses.subList(0, 10)).containsOnly(200);
        assertThat(statuses.get(10)).isEqualTo(429);
        assertThat(APPLICATION
                        .send("POST", "/api/replies?user=" + user + "-other", "")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void tellsAnAddressTheTimeTwentyTimesWithoutAnAnnotation() {
        LIMITERS.get("public").forKey("127.0.0.1").reset();

        List<Integer> statuses = statuses(21, () -> APPLICATION.send("GET", "/api/public/time", ""));

        assertThat(statuses.subList(0, 20)).containsOnly(200);
        assertThat(statuses.get(20)).isEqualTo(429);
    }

    @Test
    void shutsOutWhoGuessesACode() {
        String user = UUID.randomUUID().toString();
        assertThat(statuses(10, () -> code(user, "4711"))).containsOnly(200);
        assertThat(statuses(4, () -> code(user, "1234"))).containsExactly(401, 401, 401, 429);

        HttpResponse<String> right = code(user, "4711");

        assertThat(right.statusCode()).isEqualTo(429);
        assertThat(right.headers().firstValue("Retry-After")).get().isIn("9", "10");
        assertThat(right.body()).contains("The limit 'codes' blocks this request for now.");
        assertThat(code(user + "-other", "4711").statusCode()).isEqualTo(200);
        LIMITERS.get("codes").forKey(user).unblock();
        LIMITERS.get("codes").forKey(user).reset();
        assertThat(code(user, "4711").statusCode()).isEqualTo(200);
    }

    private static HttpResponse<String> code(String user, String code) {
        return APPLICATION.send("POST", "/api/codes?user=" + user + "&code=" + code, "");
    }

    @Test
    void sendsNothingToAVendorThatIsClosedUntilItOpens() {
        LIMITERS.get("vendor").reset();
        int before = parcel();
        assertThat(APPLICATION.send("POST", "/api/vendor/closed?seconds=2", "").statusCode())
                .isEqualTo(204);

        HttpResponse<String> first = APPLICATION.send("POST", "/api/vendor", "");
        HttpResponse<String> second = APPLICATION.send("POST", "/api/vendor", "");

        assertThat(List.of(first, second)).allSatisfy(answer -> {
            assertThat(answer.statusCode()).isEqualTo(503);
            assertThat(answer.headers().firstValue("Retry-After")).get().isIn("1", "2");
            assertThat(answer.headers().map()).doesNotContainKeys("ratelimit", "ratelimit-policy");
        });
        assertThat(second.body()).doesNotContain("vendor'");
        Awaitility.await().until(() -> LIMITERS.get("vendor").blockedFor().isZero());
        assertThat(parcel()).isEqualTo(before + 1);
    }

    private static int parcel() {
        return Integer.parseInt(
                APPLICATION.send("POST", "/api/vendor", "").body().replaceAll("\\D", ""));
    }

    @Test
    void givesATicketBackAnHourAfterItWasTaken() {
        reset("rides");

        List<Integer> statuses = statuses(6, () -> APPLICATION.send("POST", "/api/rides", ""));
        HttpResponse<String> rejected = APPLICATION.send("POST", "/api/rides", "");

        assertThat(statuses).containsOnly(200);
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(3600L - 120, 3600L);
    }

    @Test
    void makesReportsOneAfterTheOther() {
        reset("reports");
        Instant begin = Instant.now();

        List<CompletableFuture<Integer>> reports = Stream.generate(() -> CompletableFuture.supplyAsync(
                        () -> APPLICATION.get("/api/reports").statusCode()))
                .limit(3)
                .toList();

        assertThat(reports).allSatisfy(report -> assertThat(report.join()).isEqualTo(200));
        assertThat(Duration.between(begin, Instant.now())).isGreaterThan(Duration.ofMillis(1_900));
    }

    @Test
    void comparesFourAlgorithmsWithOneCall() {
        reset("sliding-window", "fixed-window", "token-bucket", "leaky-bucket");

        String first = APPLICATION.get("/api/comparison").body();
        String second = APPLICATION.get("/api/comparison").body();

        assertThat(first)
                .isEqualTo("{\"slidingWindow\":true,\"fixedWindow\":true,\"tokenBucket\":true,\"leakyBucket\":true}");
        assertThat(second).contains("\"tokenBucket\":true,\"leakyBucket\":false");
    }

    private static void reset(String... limiters) {
        Stream.of(limiters).forEach(limiter -> LIMITERS.get(limiter).reset());
    }

    private static HttpResponse<String> push(int messages) {
        return APPLICATION.send(
                "POST", "/api/push", "[" + String.join(",", Collections.nCopies(messages, "\"late\"")) + "]");
    }

    private static List<Integer> statuses(int calls, Supplier<HttpResponse<String>> call) {
        return IntStream.range(0, calls)
                .mapToObj(ignored -> call.get().statusCode())
                .toList();
    }
}
