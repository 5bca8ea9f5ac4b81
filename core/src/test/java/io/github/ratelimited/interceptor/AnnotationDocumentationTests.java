package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.RateLimit;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateType;
import io.github.ratelimited.interceptor.AnnotationExamples.Attributes;
import io.github.ratelimited.interceptor.AnnotationExamples.Contracts;
import io.github.ratelimited.interceptor.AnnotationExamples.Customer;
import io.github.ratelimited.interceptor.AnnotationExamples.Order;
import io.github.ratelimited.interceptor.AnnotationExamples.Recipes;
import io.github.ratelimited.interceptor.AnnotationExamples.Report;
import io.github.ratelimited.interceptor.AnnotationExamples.Subscriber;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class AnnotationDocumentationTests {

    private static final Path PAGE = Path.of("../docs/annotation.md");

    private static List<String> examples() throws IOException {
        return Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    @Test
    void everyAttributeHasAnExample() throws IOException {
        String all = String.join("", examples());
        assertThat(RateLimited.class.getDeclaredMethods())
                .extracting(Method::getName)
                .filteredOn(name -> !List.of("value", "burstString", "zone").contains(name))
                .allSatisfy(name -> assertThat(all).contains(name + " = "));
        assertThat(Files.readString(PAGE)).contains("burstString");
        assertThat(Files.readString(PAGE.resolveSibling("calendar.md"))).contains("zone = ");
        assertThat(all).contains("@RateLimited(\"");
    }

    @Test
    void examplesOfAttributesDoWhatThePageSays() {
        try (AspectContext context = AspectContext.of(Attributes.class).start()) {
            Attributes api = context.get(Attributes.class);
            api.place(new Order("1"));
            api.cancel(new Order("1"));
            api.search("shoes");
            api.login("alice", "");
            api.export("acme", new Report("sales"));
            api.mail(List.of("alice", "bob"));
            api.quote(new Customer(true));
            api.text("123");
            api.find(new Subscriber("ann", "pro"));
            assertThat(context.limiters.used)
                    .containsEntry("orders", 2L)
                    .containsEntry("search", 1L)
                    .containsEntry("login for alice", 1L)
                    .containsEntry("export for [acme, sales]", 1L)
                    .containsEntry("mail", 2L)
                    .containsEntry("find for ann by plan pro", 1L)
                    .containsEntry("sms-day for 123", 1L)
                    .doesNotContainKey("quotes");
            api.composed("alice");
            api.load("file");
            assertThat(context.limiters.asked).contains("{import=1} within PT5S");
            assertThat(context.limiters.limits)
                    .containsEntry(
                            "api",
                            RateLimit.of(10, Duration.ofSeconds(1))
                                    .withAlgorithm(Algorithm.TOKEN_BUCKET)
                                    .withBurst(50))
                    .containsEntry(
                            "thumbnails", RateLimit.of(4, Duration.ofSeconds(1)).withType(RateType.PER_CLIENT));
            for (int i = 0; i < 50; i++) {
                assertThat(api.price("shoe")).isEqualTo("price of shoe");
            }
            assertThat(api.price("shoe")).isEqualTo("last price of shoe");
            api.subscribe("alice");
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> api.subscribe("bob"));
        }
    }

    @Test
    void recipesDoWhatThePageSays() {
        try (AspectContext context = AspectContext.of(Recipes.class)) {
            context.context().registerBean("contracts", Contracts.class);
            Recipes recipes = context.start().get(Recipes.class);

            recipes.send(Collections.nCopies(20, "hello"));
            assertThat(context.limiters.used).containsEntry("vendor-calls", 1L).containsEntry("vendor-messages", 20L);
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> recipes.send(Collections.nCopies(581, "hello")));
            assertThat(context.limiters.used).containsEntry("vendor-calls", 1L);

            for (int i = 0; i < 5; i++) {
                recipes.signIn("alice", "wrong", "10.0.0.1");
            }
            assertThatExceptionOfType(RateLimitExceededException.class)
                    .isThrownBy(() -> recipes.signIn("alice", "wrong", "10.0.0.2"));
            assertThat(context.limiters.used).doesNotContainKey("login-address for 10.0.0.2");

            recipes.report("acme");
            recipes.report("other");
            recipes.reindex(1);
            assertThat(context.limiters.used)
                    .containsEntry("tenant for other", 1L)
                    .containsEntry("reindex", 1L)
                    .doesNotContainKey("tenant for acme");

            for (String user : Arrays.asList("alice", "bob")) {
                for (int i = 0; i < 10; i++) {
                    assertThat(recipes.quotes(user).collectList().block()).containsExactly("quote for " + user);
                }
            }
            assertThat(recipes.quotes("alice").collectList().block()).isEmpty();
        }
    }
}
