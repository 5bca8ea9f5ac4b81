package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.resilience.annotation.ConcurrencyLimit;
import org.springframework.resilience.annotation.EnableResilientMethods;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Fixes where the limit stands among what else Spring puts around a method. */
class AdvisorOrderTests {

    @Configuration
    @EnableAsync
    @EnableResilientMethods
    @EnableMethodSecurity(securedEnabled = true)
    @EnableCaching
    @EnableTransactionManagement
    static class Everything {

        final List<String> events = new CopyOnWriteArrayList<>();

        @Bean
        ConcurrentMapCacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }

        @Bean
        DecisionListener listener() {
            return decision -> events.add((decision.allowed() ? "allowed" : "rejected") + " on "
                    + Thread.currentThread().getName());
        }

        @Bean
        Executor taskExecutor() {
            return task -> {
                Thread thread = new Thread(task, "async");
                thread.start();
            };
        }

        @Bean
        PlatformTransactionManager transactions() {
            return new RecordingTransactions(events);
        }
    }

    @Configuration
    @EnableMethodSecurity
    @EnableCaching(order = 1000)
    static class CacheFirst {

        @Bean
        ConcurrentMapCacheManager cacheManager() {
            return new ConcurrentMapCacheManager();
        }
    }

    static class Api {

        int failures;

        @Async
        @ConcurrencyLimit(1)
        @Retryable
        @RateLimited(name = "everything", rate = 100, interval = "1s")
        @PreAuthorize("hasRole('USER')")
        @Cacheable("everything")
        @Transactional
        public Future<String> everything() {
            return CompletableFuture.completedFuture("done");
        }

        @Retryable(maxRetries = 2, delay = 0, includes = IllegalStateException.class)
        @RateLimited(name = "retried", rate = 100, interval = "1s")
        public String retried() {
            if (failures++ < 2) {
                throw new IllegalStateException("not yet");
            }
            return "done";
        }

        @Retryable(maxRetries = 2, delay = 0)
        @RateLimited(name = "again", rate = 1, interval = "1s")
        public void triedAgain() {}

        @Retryable(maxRetries = 2, delay = 0, excludes = RateLimitExceededException.class)
        @RateLimited(name = "once", rate = 1, interval = "1s")
        public void triedOnce() {}

        @RateLimited(name = "cached", rate = 2, interval = "1s")
        @Cacheable("cached")
        @Transactional
        public String cached() {
            return "done";
        }

        @RateLimited(name = "administered", rate = 1, interval = "1s")
        @Secured("ROLE_ADMIN")
        public String administered() {
            return "done";
        }

        @RateLimited(name = "secured", rate = 1, interval = "1s")
        @PreAuthorize("hasRole('ADMIN')")
        public String secured() {
            return "done";
        }
    }

    private final AspectContext context =
            AspectContext.of(Everything.class, Api.class).start();
    private final Api api = context.get(Api.class);
    private final List<String> events = context.get(Everything.class).events;

    @AfterEach
    void close() {
        SecurityContextHolder.clearContext();
        context.close();
    }

    @Test
    void limitStandsInsideRetryAndAroundSecurityCacheAndTransaction() throws Exception {
        List<String> order = new ArrayList<>();
        for (Advisor advisor : ((Advised) api).getAdvisors()) {
            order.add(advisor.getAdvice().getClass().getSimpleName());
        }
        assertThat(order)
                .containsSubsequence(
                        "AnnotationAsyncExecutionInterceptor",
                        "ConcurrencyLimitInterceptor",
                        "RetryAnnotationInterceptor",
                        "RateLimitInterceptor",
                        "DeferringMethodInterceptor",
                        "CacheInterceptor",
                        "TransactionInterceptor");
    }

    @Test
    void eachRetryTakesAPermit() {
        assertThat(api.retried()).isEqualTo("done");
        assertThat(context.limiters.used).containsEntry("retried", 3L);
    }

    @Test
    void rejectionIsTriedAgainUnlessItIsExcluded() {
        api.triedAgain();
        assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::triedAgain);
        assertThat(events).hasSize(4);
        api.triedOnce();
        assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::triedOnce);
        assertThat(events).hasSize(6);
    }

    @Test
    void asynchronousMethodIsLimitedOnItsExecutor() throws Exception {
        // Without a role the call ends in the security interceptor, which stands inside the limit.
        Future<String> result = api.everything();
        assertThat(catchThrowable(result::get)).isNotNull();
        assertThat(events).isNotEmpty().allMatch(event -> event.equals("allowed on async"));
    }

    @Test
    void cacheHitTakesAPermitAndRejectedCallOpensNoTransaction() {
        api.cached();
        api.cached();
        assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::cached);
        String thread = Thread.currentThread().getName();
        assertThat(events)
                .containsExactly(
                        "allowed on " + thread, "transaction", "allowed on " + thread, "rejected on " + thread);
    }

    @Test
    void forbiddenCallTakesAPermit() {
        SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken("bob", "", "ROLE_USER"));
        assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(api::secured);
        assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(api::secured);
    }

    @Test
    void behindSecurityAForbiddenCallTakesNoPermit() {
        try (AspectContext inside =
                AspectContext.of(Everything.class, Api.class).order(401).start()) {
            Api last = inside.get(Api.class);
            SecurityContextHolder.getContext()
                    .setAuthentication(new TestingAuthenticationToken("bob", "", "ROLE_USER"));
            assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(last::secured);
            assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(last::administered);
            assertThat(inside.limiters.used).isEmpty();
            SecurityContextHolder.getContext()
                    .setAuthentication(new TestingAuthenticationToken("eve", "", "ROLE_ADMIN"));
            last.cached();
            last.cached();
            assertThat(last.secured()).isEqualTo("done");
            assertThat(inside.limiters.used).containsOnly(Map.entry("cached", 2L), Map.entry("secured", 1L));
        }
    }

    @Test
    void behindCacheAndSecurityOnlyCallsThatRunTakePermits() {
        try (AspectContext inside =
                AspectContext.of(CacheFirst.class, Api.class).order(1001).start()) {
            Api last = inside.get(Api.class);
            last.cached();
            last.cached();
            SecurityContextHolder.getContext()
                    .setAuthentication(new TestingAuthenticationToken("bob", "", "ROLE_USER"));
            assertThatExceptionOfType(AccessDeniedException.class).isThrownBy(last::secured);
            assertThat(inside.limiters.used).containsOnly(Map.entry("cached", 1L));
        }
    }
}
