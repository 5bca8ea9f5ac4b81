package io.github.ratelimited.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import io.github.ratelimited.DecisionListener;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.limiter.RateLimitedAutoConfiguration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.annotation.Id;
import org.springframework.data.keyvalue.repository.KeyValueRepository;
import org.springframework.data.map.repository.config.EnableMapRepositories;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;

/** Beans that other frameworks make or call. */
class BeanKindsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RateLimitedAutoConfiguration.class))
            .withPropertyValues("ratelimited.store=local");

    record Person(@Id String name) {}

    interface People extends KeyValueRepository<Person, String> {

        @Override
        @RateLimited(name = "people", rate = 2, interval = "1h", key = "#id")
        Optional<Person> findById(String id);

        @Override
        @RateLimited(name = "all-people", rate = 2, interval = "1h")
        List<Person> findAll();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMapRepositories(considerNestedRepositories = true, basePackageClasses = BeanKindsTests.class)
    static class Repositories {}

    @Test
    void limitsQueriesOfSpringDataRepositories() {
        runner.withUserConfiguration(Repositories.class).run(context -> {
            People people = context.getBean(People.class);
            people.save(new Person("alice"));
            assertThat(people.findById("alice")).isPresent();
            assertThat(people.findById("alice")).isPresent();
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> people.findById("alice"));
            assertThat(people.findById("bob")).isEmpty();
            assertThat(people.count()).isOne();
            assertThat(people.findAll()).hasSize(1);
            assertThat(people.findAll()).hasSize(1);
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(people::findAll);
        });
    }

    interface Vendor {

        @GetExchange("/orders/{id}")
        @RateLimited(name = "vendor", rate = 2, interval = "1h")
        String order(@PathVariable String id);
    }

    @Configuration(proxyBeanMethods = false)
    static class Clients {

        final AtomicInteger calls = new AtomicInteger();

        @Bean(destroyMethod = "close")
        AutoCloseable server(HttpServer server) {
            return () -> server.stop(0);
        }

        @Bean
        HttpServer httpServer() throws IOException {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/orders", exchange -> {
                calls.incrementAndGet();
                exchange.sendResponseHeaders(200, 2);
                try (exchange) {
                    exchange.getResponseBody().write("ok".getBytes());
                }
            });
            server.start();
            return server;
        }

        @Bean
        Vendor vendor(HttpServer server) {
            RestClient client =
                    RestClient.create("http://127.0.0.1:" + server.getAddress().getPort());
            return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(client))
                    .build()
                    .createClient(Vendor.class);
        }
    }

    @Test
    void limitsCallsThatLeaveTheApplication() {
        runner.withUserConfiguration(Clients.class).run(context -> {
            Vendor vendor = context.getBean(Vendor.class);
            assertThat(vendor.order("1")).isEqualTo("ok");
            assertThat(vendor.order("2")).isEqualTo("ok");
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(() -> vendor.order("3"));
            assertThat(context.getBean(Clients.class).calls).hasValue(2);
        });
    }

    static class Job {

        private final Runnable body;

        Job(Runnable body) {
            this.body = body;
        }

        @Scheduled(fixedDelay = 20)
        @RateLimited(name = "job", rate = 3, interval = "1h")
        public void run() {
            body.run();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableScheduling
    static class Jobs {

        final AtomicInteger runs = new AtomicInteger();
        final AtomicInteger rejected = new AtomicInteger();

        @Bean
        Job job() {
            return new Job(runs::incrementAndGet);
        }

        @Bean
        DecisionListener counter() {
            return decision -> rejected.addAndGet(decision.allowed() ? 0 : 1);
        }
    }

    @Test
    void limitsScheduledMethods() {
        runner.withUserConfiguration(Jobs.class).run(context -> {
            AtomicInteger rejected = context.getBean(Jobs.class).rejected;
            Awaitility.await().until(() -> rejected.get() > 5);
            assertThat(context.getBean(Jobs.class).runs).hasValue(3);
        });
    }
}
