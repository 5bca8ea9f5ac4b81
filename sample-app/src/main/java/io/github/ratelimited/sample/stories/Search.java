package io.github.ratelimited.sample.stories;

import io.github.ratelimited.RateLimited;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** A search with a limit for each tenant, by plan. The plans are in {@code application.yml}. */
@RestController
class Search {

    @GetMapping("/api/search")
    @RateLimited(name = "search", key = "#tenant", plan = "@tenants.planOf(#tenant)")
    Found search(@RequestParam String tenant) {
        return new Found(tenant, List.of());
    }

    record Found(String tenant, List<String> results) {}
}
