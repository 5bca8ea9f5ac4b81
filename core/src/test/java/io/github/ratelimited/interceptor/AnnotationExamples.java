package io.github.ratelimited.interceptor;

import io.github.ratelimited.Algorithm;
import io.github.ratelimited.FailurePolicy;
import io.github.ratelimited.RateLimitExceededException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.RateType;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.springframework.core.annotation.AliasFor;
import reactor.core.publisher.Flux;

/** The examples of docs/annotation.md. */
class AnnotationExamples {

    record Order(String id) {}

    record Report(String type) {}

    record Customer(boolean premium) {}

    record Prompt(long maxTokens) {}

    record Answer(String text, long tokens) {}

    public static class Contracts {

        public boolean has(String tenant) {
            return tenant.equals("acme");
        }
    }

    record Subscriber(String name, String plan) {}

    static class Attributes {

        @RateLimited(name = "orders", rate = 100, interval = "1m")
        public void place(Order order) {}

        @RateLimited("orders")
        public void cancel(Order order) {}

        @RateLimited(name = "search", rateString = "${search.rate:20}", interval = "${search.interval:1s}")
        public String search(String text) {
            return "found " + text;
        }

        @RateLimited(name = "look-up", rate = 20, interval = "10s", key = "#clientAddress")
        public String lookUp(String text) {
            return "found " + text;
        }

        @RateLimited(name = "login", rate = 5, interval = "10s", key = "#user")
        public boolean login(String user, String password) {
            return true;
        }

        @RateLimited(name = "export", rate = 2, interval = "1h", key = "{#tenant, #report.type}")
        public void export(String tenant, Report report) {}

        @RateLimited(name = "mail", rate = 600, interval = "30s", permits = "#recipients.size()")
        public void mail(List<String> recipients) {}

        @RateLimited(name = "quotes", rate = 10, interval = "1s", condition = "!#customer.premium")
        public void quote(Customer customer) {}

        @RateLimited(name = "find", rate = 5, interval = "10s", key = "#customer.name", plan = "#customer.plan")
        public void find(Subscriber customer) {}

        @RateLimited(
                name = "tokens",
                rate = 100_000,
                interval = "1m",
                key = "#user",
                permits = "#prompt.maxTokens",
                settle = "#result.tokens")
        public Answer ask(String user, Prompt prompt) {
            return new Answer("42", 7);
        }

        @RateLimited(name = "import", rate = 10, interval = "1s", timeout = "5s")
        public void load(String file) {}

        @RateLimited(name = "api", rate = 10, interval = "1s", algorithm = Algorithm.TOKEN_BUCKET, burst = 50)
        public void api() {}

        @RateLimited(name = "thumbnails", rate = 4, interval = "1s", type = RateType.PER_CLIENT)
        public void thumbnail(String image) {}

        @RateLimited(name = "prices", rate = 50, interval = "1s", fallback = "lastPrice")
        public String price(String article) {
            return "price of " + article;
        }

        private String lastPrice(String article, RateLimitExceededException rejected) {
            return "last price of " + article;
        }

        @RateLimited(name = "newsletter", rate = 1, interval = "1m", onFailure = FailurePolicy.CLOSED)
        public void subscribe(String address) {}

        @RateLimited(name = "codes", key = "#user", rate = 3, interval = "5s", blockFor = "15m")
        public void code(String user, String code) {}

        @RateLimited(name = "sms-burst", rate = 2, interval = "1s", key = "#number")
        @RateLimited(name = "sms-day", rate = 100, interval = "1d", key = "#number")
        public void text(String number) {}

        @FivePerMinute(by = "#user")
        public void composed(String user) {}
    }

    @Target(ElementType.METHOD)
    @Retention(RetentionPolicy.RUNTIME)
    @RateLimited(rate = 5, interval = "1m")
    @interface FivePerMinute {

        @AliasFor(annotation = RateLimited.class, attribute = "key")
        String by();
    }

    static class Recipes {

        @RateLimited(name = "vendor-calls", rate = 9_000, interval = "30s", timeout = "10s")
        @RateLimited(
                name = "vendor-messages",
                rate = 600,
                interval = "30s",
                permits = "#messages.size()",
                timeout = "10s")
        public void send(List<String> messages) {}

        @RateLimited(name = "login-account", rate = 5, interval = "15m", key = "#user")
        @RateLimited(name = "login-address", rate = 50, interval = "15m", key = "#address")
        public boolean signIn(String user, String password, String address) {
            return true;
        }

        @RateLimited(
                name = "tenant",
                rate = 100,
                interval = "1m",
                key = "#tenant",
                condition = "!@contracts.has(#tenant)")
        public String report(String tenant) {
            return "report of " + tenant;
        }

        @RateLimited(name = "reindex", rate = 50, interval = "1s", timeout = "-1")
        public void reindex(long id) {}

        @RateLimited(
                name = "quote-feed",
                rate = 10,
                interval = "1s",
                key = "#user",
                timeout = "500ms",
                fallback = "noQuotes")
        public Flux<String> quotes(String user) {
            return Flux.just("quote for " + user);
        }

        Flux<String> noQuotes(String user) {
            return Flux.empty();
        }
    }
}
