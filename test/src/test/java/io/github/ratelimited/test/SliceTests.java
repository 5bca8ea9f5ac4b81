package io.github.ratelimited.test;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import org.junit.jupiter.api.RepeatedTest;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.MockMvc;

@WebMvcTest
@Import(TicketCounter.class)
@InProcessRateLimits
class SliceTests {

    @Autowired
    private MockMvc mvc;

    @Autowired
    private TestClock clock;

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
}
