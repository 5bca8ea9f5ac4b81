package io.github.ratelimited.test;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

@SpringBootConfiguration
@EnableAutoConfiguration
class TestApplication {

    @Bean
    TicketOffice ticketOffice() {
        return new TicketOffice();
    }
}
