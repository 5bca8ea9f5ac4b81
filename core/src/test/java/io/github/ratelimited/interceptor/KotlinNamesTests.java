package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.ratelimited.RateLimitExceededException;
import org.junit.jupiter.api.Test;

class KotlinNamesTests {

    private static final String SHOP = "io.github.ratelimited.interceptor.Shop.";

    private final Shoppers shoppers = new Shoppers();

    @Test
    void fallbacksAreFoundByTheirNameInTheSource() {
        try (AspectContext context = AspectContext.of(Shop.class).start()) {
            Shop shop = context.get(Shop.class);
            assertThat(shoppers.buy(shop, "alice")).isEqualTo("ok");
            assertThat(shoppers.buy(shop, "alice")).isEqualTo("later");
            assertThat(shoppers.buy(shop, "bob")).isEqualTo("ok");
            assertThat(shop.inside()).isEqualTo("ok");
            assertThat(shop.inside()).isEqualTo("late");
        }
    }

    @Test
    void fallbacksAreFoundAmongTheDefaultFunctionsOfAnInterface() {
        try (AspectContext context = AspectContext.of(Counter.class).start()) {
            Counter counter = context.get(Counter.class);
            assertThat(shoppers.join(counter, "alice")).isEqualTo("joined");
            assertThat(shoppers.join(counter, "alice")).isEqualTo("later");
            assertThat(counter.ask()).isEqualTo("asked");
            assertThat(counter.ask()).isEqualTo("later");
        }
    }

    @Test
    void defaultFunctionsAreLimitedOnceByTheirInterface() {
        try (AspectContext context = AspectContext.of(Greeter.class).start()) {
            Greeter greeter = context.get(Greeter.class);
            assertThat(greeter.greet()).isEqualTo("hello");
            assertThatExceptionOfType(RateLimitExceededException.class).isThrownBy(greeter::greet);
        }
    }

    @Test
    void limitersAreNamedAfterTheSource() {
        try (AspectContext context = AspectContext.of(Shop.class).start()) {
            shoppers.all(context.get(Shop.class));
            assertThat(context.limiters.used).hasSize(4).containsKeys(SHOP + "find", SHOP + "sell_tickets");
            assertThat(context.limiters.used.keySet())
                    .filteredOn(name -> name.startsWith(SHOP + "send-"))
                    .hasSize(2);
        }
    }
}
