package io.github.ratelimited.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(classes = TestApplication.class)
@NoRateLimits
class NoRateLimitsTests {

    @Autowired
    private TicketOffice office;

    @Test
    void refusesNothing() {
        for (int i = 0; i < 100; i++) {
            assertThat(office.sell("alice")).isEqualTo("A ticket for alice");
        }
    }
}
