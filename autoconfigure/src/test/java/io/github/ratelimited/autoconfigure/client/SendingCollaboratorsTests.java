package io.github.ratelimited.autoconfigure.client;

import static io.github.ratelimited.autoconfigure.client.Limited.entry;
import static io.github.ratelimited.autoconfigure.client.Limited.limiter;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.DecisionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** Listeners that tell others of rejections, by clients whose requests are limited themselves. */
class SendingListenersTests extends VendorFixture {

    abstract static class Sending implements DecisionListener {

        final Consumer<String> client;
        final List<Decision> heard = new CopyOnWriteArrayList<>();

        Sending(Consumer<String> client) {
            this.client = client;
        }

        @Override
        public void onDecision(Decision decision) {
            heard.add(decision);
        }
    }

    static class Blocking extends Sending {

        Blocking(RestClient.Builder builder) {
            super(restClient(builder));
        }
    }

    static class Reactive extends Sending {

        Reactive(WebClient.Builder builder) {
            super(webClient(builder));
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Blocking.class, Reactive.class})
    void areNotifiedOfRequestsOfTheirOwn(Class<? extends Sending> type) {
        Limited.application()
                .withUserConfiguration(type)
                .withPropertyValues(entry("vendor", "url=*"))
                .withPropertyValues(limiter("vendor", 1, "1h"))
                .run(context -> {
                    Sending listener = context.getBean(type);
                    listener.client.accept(vendor.url());

                    assertThat(listener.heard).extracting(Decision::limiter).containsExactly("vendor");
                });
    }
}
