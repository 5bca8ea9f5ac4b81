package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.ratelimited.ImpossiblePermitsException;
import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.NullRequestKeyException;
import io.github.ratelimited.RateLimited;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientAdapter;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.invoker.HttpServiceProxyFactory;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/** What clients leave out, and numbers that no limit can grant. */
class ClientInputTests {

    static class Service {

        @RateLimited(name = "service", rate = 5, interval = "10s", key = "#user")
        public void call(@Nullable Object user) {}

        @RateLimited(name = "stage", rate = 5, interval = "10s", key = "#user")
        public CompletableFuture<Void> later(@Nullable Object user) {
            return CompletableFuture.completedFuture(null);
        }

        @RateLimited(name = "amount", rate = 5, interval = "10s", permits = "#amount")
        public void take(Number amount) {}

        @RateLimited(name = "sum", rate = 5, interval = "10s", permits = "#amount")
        @RateLimited(name = "sum", rate = 5, interval = "10s", permits = "3")
        public void takeBoth(Number amount) {}
    }

    static class Controller {

        @PostMapping("/orders")
        @RateLimited(name = "handler", rate = 5, interval = "10s", key = "#user")
        void order(@Nullable Object user) {}

        @PostMapping("/amounts")
        @RateLimited(name = "amounts", rate = 5, interval = "10s", permits = "#amount")
        void take(@Nullable Integer amount) {}

        @RateLimited(name = "functional", rate = 5, interval = "10s", key = "#request?.path()")
        public ServerResponse order(@Nullable ServerRequest request) {
            return ServerResponse.ok().build();
        }
    }

    interface Orders {

        @PostExchange("/orders")
        @RateLimited(name = "exchange", rate = 5, interval = "10s", key = "#user")
        void place(@Nullable Object user);
    }

    static class OrdersController implements Orders {

        @Override
        public void place(@Nullable Object user) {}
    }

    static class OrdersClient {

        @Bean
        Orders orders() {
            return HttpServiceProxyFactory.builderFor(RestClientAdapter.create(RestClient.create("http://localhost:1")))
                    .build()
                    .createClient(Orders.class);
        }
    }

    @AutoClose
    private AspectContext context = AspectContext.of(Service.class, Controller.class);

    private Service service() {
        return context.start().get(Service.class);
    }

    @Test
    void nullKeyTellsLimiterExpressionAndMethod() {
        Service service = service();
        assertThatThrownBy(() -> service.call(null))
                .isExactlyInstanceOf(NullKeyException.class)
                .hasMessage("key '#user' of the rate limit on " + Service.class.getCanonicalName()
                        + ".call(Object) must not be null")
                .extracting("limiter")
                .isEqualTo("service");
        assertThat(context.limiters.asked).isEmpty();
    }

    @Test
    void keyWithoutAPartAndEmptyOptionalAreNullToo() {
        Service service = service();
        for (Object key : new Object[] {new Object[] {"acme", null}, Optional.empty()}) {
            assertThatThrownBy(() -> service.call(key)).isExactlyInstanceOf(NullKeyException.class);
        }
        assertThatThrownBy(() -> service.call(new Object())).isExactlyInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void nullKeyFailsTheStage() {
        Service service = service();
        assertThat(service.later(null))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseExactlyInstanceOf(NullKeyException.class);
    }

    @Test
    void nullKeyOfAHandlerIsTheClientsMistake() {
        Controller controller = context.start().get(Controller.class);
        assertThatThrownBy(() -> controller.order((Object) null))
                .isExactlyInstanceOf(NullRequestKeyException.class)
                .extracting("limiter")
                .isEqualTo("handler");
        assertThatThrownBy(() -> controller.order((ServerRequest) null))
                .isExactlyInstanceOf(NullRequestKeyException.class);
    }

    @Test
    void nullPermitsOfAHandlerAreTheClientsMistake() {
        Controller controller = context.start().get(Controller.class);
        assertThatThrownBy(() -> controller.take(null))
                .isExactlyInstanceOf(NullRequestKeyException.class)
                .hasMessageStartingWith("permits '#amount' of the rate limit on ")
                .hasMessageEndingWith(" must be a whole number, but is null")
                .extracting("limiter")
                .isEqualTo("amounts");
        assertThatThrownBy(() -> context.get(Service.class).take(null))
                .isInstanceOf(IllegalArgumentException.class)
                .isNotInstanceOf(NullKeyException.class);
    }

    @Test
    void handlerOfAnInterfaceIsOneAndItsClientIsNot() {
        context = AspectContext.withJdkProxies(OrdersController.class).start();
        assertThatThrownBy(() -> context.get(Orders.class).place(null))
                .isExactlyInstanceOf(NullRequestKeyException.class);
        context.close();
        context = AspectContext.of(OrdersClient.class).start();
        assertThatThrownBy(() -> context.get(Orders.class).place(null)).isExactlyInstanceOf(NullKeyException.class);
    }

    @Test
    void impossiblePermitsTellWhatWasAskedAndTheMostThereCanBe() {
        Service service = service();
        assertImpossible(() -> service.take(6), "amount", 6);
        assertImpossible(() -> service.take(-1), "amount", -1);
        assertImpossible(() -> service.take(BigInteger.TWO.pow(64)), "amount", Long.MAX_VALUE);
    }

    @Test
    void impossiblePermitsThatNoLongCanHoldAreNotToldAsIfTheyHadBeenAsked() {
        Service service = service();

        assertThatThrownBy(() -> service.take(BigInteger.TWO.pow(64)))
                .hasMessageContaining("at most 5, but are 9223372036854775807 or more:");
        assertThatThrownBy(() -> service.take(BigInteger.TWO.pow(64).negate()))
                .hasMessageContaining("at least 0, but are -9223372036854775808 or fewer:");
    }

    @Test
    void permitsBelowZeroDoNotMakeUpForOthers() {
        Service service = service();
        assertImpossible(() -> service.takeBoth(-1), "sum", -1);
        assertImpossible(() -> service.takeBoth(Long.MAX_VALUE), "sum", Long.MAX_VALUE);
    }

    private static void assertImpossible(Runnable call, String limiter, long permits) {
        ImpossiblePermitsException impossible =
                catchThrowableOfType(ImpossiblePermitsException.class, () -> call.run());
        assertThat(impossible.getLimiter()).isEqualTo(limiter);
        assertThat(impossible.getPermits()).isEqualTo(permits);
        assertThat(impossible.getMaxPermits()).isEqualTo(5);
        assertThat(impossible).hasMessageContaining("ClientInputTests.Service.take");
    }
}
