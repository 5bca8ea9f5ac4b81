package io.github.ratelimited.test;

import io.github.ratelimited.RateLimited;

class TicketOffice {

    @RateLimited(name = "tickets", rate = 5, interval = "10s", key = "#buyer")
    public String sell(String buyer) {
        return "A ticket for " + buyer;
    }

    @RateLimited(name = "tours", rate = 1, interval = "1m", timeout = "5m")
    public String guide() {
        return "This way";
    }
}
