package io.github.ratelimited.test;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class TicketCounter {

    private final TicketOffice office;

    TicketCounter(TicketOffice office) {
        this.office = office;
    }

    @GetMapping("/tickets/{buyer}")
    String sell(@PathVariable("buyer") String buyer) {
        return office.sell(buyer);
    }
}
