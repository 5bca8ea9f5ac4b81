package io.github.ratelimited.sample.documentation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.github.ratelimited.CalendarUnit;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimiter;
import io.github.ratelimited.RateLimiters;
import io.github.ratelimited.launcher.Redis;
import io.github.ratelimited.observe.LeaseCounts;
import io.github.ratelimited.sample.RunningApplication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** An application with the code and the configuration that README.md, docs/observability.md, docs/routes.md, docs/outbound.md and docs/calendar.md show. */
@Tag("once")
class ExamplesTests {

    private static final Pattern REQUEST =
            Pattern.compile("`(GET|POST|DELETE) (/actuator/ratelimited[^` ]*)`(?: with `(\\{[^`]*})`)?");

    @TempDir
    private Path folder;

    private RunningApplication start(String page) throws IOException {
        List<CodeBlock> shown = CodeBlock.all().stream()
                .filter(block -> block.page().equals(page) && block.language().equals("yaml"))
                .toList();
        assertThat(shown).hasSize(1);
        Path file = Files.writeString(
                folder.resolve("application.yml"), shown.get(0).text());
        assertThat(KnownProperties.of(file)).isNotEmpty().allSatisfy(KnownProperties::require);
        return RunningApplication.of(
                Application.class,
                "--spring.config.location=" + file,
                "--spring.data.redis.url=" + Redis.shared().url(),
                "--ratelimited.prefix=" + UUID.randomUUID());
    }

    @Test
    void theReadmesThreeStepsLimitCalls() throws IOException {
        try (RunningApplication application = start("README.md")) {
            Examples examples = application.context().getBean(Examples.class);
            for (int i = 0; i < 10; i++) {
                assertThat(examples.login("alice", "of alice")).isTrue();
            }
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> examples.login("alice", "of alice"));

            assertThat(examples.load("acme")).isTrue();
            RateLimiters limiters = application.context().getBean(RateLimiters.class);
            await().untilAsserted(() -> assertThat(
                            limiters.get("imports").forKey("acme").availablePermits())
                    .isEqualTo(91));
        }
    }

    @Test
    void theEndpointAnswersWhatThePageAsks() throws IOException {
        String page = "docs/observability.md";
        try (RunningApplication application = start(page)) {
            List<MatchResult> requests = REQUEST.matcher(Files.readString(CodeBlock.ROOT.resolve(page)))
                    .results()
                    .toList();

            assertThat(requests)
                    .hasSize(11)
                    .allSatisfy(request -> assertThat(application
                                    .send(
                                            request.group(1),
                                            request.group(2),
                                            request.group(3) == null ? "" : request.group(3))
                                    .statusCode())
                            .as(request.group())
                            .isBetween(200, 204));
            assertThat(application.context().getBean(Audited.class).types)
                    .hasSize(4)
                    .containsOnly("RATE_LIMIT {limiter=login}");
        }
    }

    @Test
    void theLeasedLimiterOfThePageGrantsCalls() throws IOException {
        try (RunningApplication application = start("docs/operating.md")) {
            RateLimiter search =
                    application.context().getBean(RateLimiters.class).get("search");
            assertThat(IntStream.range(0, 1000).filter(i -> search.tryAcquire()).count())
                    .isEqualTo(1000);
            assertThat(application.context().getBean(LeaseCounts.class).of("search"))
                    .isNotNull();
        }
    }

    @Test
    void theQuotasOfThePageCountByTheCalendar() throws IOException {
        try (RunningApplication application = start("docs/calendar.md")) {
            RateLimiters limiters = application.context().getBean(RateLimiters.class);
            assertThat(limiters.get("exports").limit())
                    .isEqualTo(RateLimit.perCalendar(20, CalendarUnit.DAY, ZoneId.of("America/New_York")));
            assertThat(limiters.get("exports-burst").limit()).isEqualTo(RateLimit.of(2, Duration.ofMinutes(1)));
        }
    }

    @Test
    void thePlansOfThePageHaveTheirLimits() throws IOException {
        try (RunningApplication application = start("docs/plans.md")) {
            RateLimiter find = application.context().getBean(RateLimiters.class).get("find");
            assertThat(find.withPlan("pro").limit().rate()).isEqualTo(20);
            assertThat(find.limit().rate()).isEqualTo(5);
        }
    }

    @Test
    void theRoutesOfThePageLimitRequests() throws IOException {
        try (RunningApplication application = start("docs/routes.md")) {
            List<Integer> statuses = IntStream.range(0, 21)
                    .mapToObj(
                            i -> application.send("GET", "/api/public/time", "").statusCode())
                    .toList();

            assertThat(statuses.subList(0, 20)).containsOnly(404);
            assertThat(statuses.get(20)).isEqualTo(429);
        }
    }

    @Test
    void theClientsOfThePageLimitRequestsToTheVendor() throws IOException {
        try (RunningApplication application = start("docs/outbound.md")) {
            RestClient client =
                    application.context().getBean(RestClient.Builder.class).build();
            RateLimiters limiters = application.context().getBean(RateLimiters.class);
            assertThatExceptionOfType(ResourceAccessException.class)
                    .isThrownBy(() -> client.post()
                            .uri("https://api.vendor.example/v1/messages")
                            .attribute("messages", 20)
                            .retrieve()
                            .toBodilessEntity());

            assertThat(limiters.get("vendor-calls").availablePermits()).isEqualTo(8_999);
            assertThat(limiters.get("vendor-messages").availablePermits()).isEqualTo(580);
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({Examples.class, Audited.class})
    static class Application {}

    static class Audited {

        final Queue<String> types = new ConcurrentLinkedQueue<>();

        @EventListener
        void on(AuditApplicationEvent event) {
            types.add(event.getAuditEvent().getType() + " "
                    + event.getAuditEvent().getData());
        }
    }
}
