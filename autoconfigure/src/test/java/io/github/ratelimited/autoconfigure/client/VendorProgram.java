package io.github.ratelimited.autoconfigure.client;

import io.github.ratelimited.RateLimitExceededException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.RestClient;

/** One instance that sends as much to a vendor as its limit lets it, from a line on its input to the next. */
@EnableAutoConfiguration(
        excludeName = {
            "org.redisson.spring.starter.RedissonAutoConfigurationV4",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration"
        })
public class VendorProgram {

    /**
     * Starts it.
     *
     * @param args where the vendor is, and settings
     */
    public static void main(String[] args) throws Exception {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(VendorProgram.class)
                .web(WebApplicationType.NONE)
                .run(args)) {
            String vendor = context.getEnvironment().getRequiredProperty("vendor");
            RestClient client = context.getBean(RestClient.Builder.class).build();
            client.get().uri(vendor + "/first").retrieve().toBodilessEntity();
            System.out.println("ready");
            input.readLine();
            Lateness lateness = new Lateness();
            CompletableFuture<Void> caller = CompletableFuture.runAsync(() -> send(client, vendor), thread);
            input.readLine();
            System.out.println(
                    caller.isCompletedExceptionally()
                            ? "failed"
                            : "late by " + lateness.worst().toNanos());
            System.out.flush();
            Runtime.getRuntime().halt(0);
        }
    }

    private static void send(RestClient client, String vendor) {
        while (true) {
            try {
                client.get().uri(vendor).retrieve().toBodilessEntity();
            } catch (HttpClientErrorException.TooManyRequests | RateLimitExceededException ex) {
                // The vendor was asked for nothing, or says by itself when it goes on.
                Thread.onSpinWait();
            }
        }
    }
}
