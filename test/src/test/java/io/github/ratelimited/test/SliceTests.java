package io.github.ratelimited.test;

import static io.github.ratelimited.test.RateLimitAssertions.rejected;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.anything;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.github.ratelimited.outbound.RateLimitClientInterceptor;
import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.web.client.RestClient;

@WebMvcTest(
        properties = {
            "ratelimited.limiters.posters.rate=1",
            "ratelimited.limiters.posters.interval=10s",
            "ratelimited.routes.posters.path=/posters/**",
            "ratelimited.limiters.printer.rate=1",
            "ratelimited.limiters.printer.interval=10s",
            "ratelimited.clients.printer.url=https://printer.example"
        })
@Import(TicketCounter.class)
@InProcessRateLimits
class SliceTests {

    @Autowired
    private MockMvc mvc;

    @Autowired
    private TestClock clock;

    @Autowired
    private RateLimitClientInterceptor requests;

    @RepeatedTest(2)
    void hasLimitsAndTheirAnswers() throws Exception {
        for (int i = 0; i < 5; i++) {
            mvc.perform(get("/tickets/alice"))
                    .andExpect(status().isOk())
                    .andExpect(header().string("RateLimit", "\"tickets\";r=" + (4 - i) + ";t=10"));
        }
        mvc.perform(get("/tickets/alice"))
                .andExpect(status().isTooManyRequests())
                .andExpect(header().string("Retry-After", "10"))
                .andExpect(content().contentType(MediaType.APPLICATION_PROBLEM_JSON));
        clock.advance("10s");
        mvc.perform(get("/tickets/alice")).andExpect(status().isOk());
    }

    @RepeatedTest(2)
    void hasLimitsByUrl() throws Exception {
        mvc.perform(get("/posters/1")).andExpect(status().isNotFound());
        mvc.perform(get("/posters/2")).andExpect(status().isTooManyRequests());
    }

    @RepeatedTest(2)
    void hasLimitsOnRequestsToOthers() {
        RestClient.Builder builder =
                RestClient.builder().baseUrl("https://printer.example").requestInterceptor(requests);
        MockRestServiceServer.bindTo(builder).build().expect(anything()).andRespond(withSuccess());
        RestClient printer = builder.build();

        printer.get().retrieve().toBodilessEntity();
        rejected(() -> printer.get().retrieve().toBodilessEntity());
    }
}
