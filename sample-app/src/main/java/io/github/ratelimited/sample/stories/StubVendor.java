package io.github.ratelimited.sample.stories;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Stands for the server of somebody else: it numbers parcels, and rejects the next one when it was told to close. */
@RestController
class StubVendor {

    private static final int LONGEST = 60;

    private final AtomicInteger parcels = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    @PostMapping("/stub/parcels")
    ResponseEntity<Parcel> take() {
        int seconds = closed.getAndSet(0);
        return seconds == 0
                ? ResponseEntity.ok(new Parcel(parcels.incrementAndGet()))
                : ResponseEntity.status(HttpStatus.TOO_MANY_REQUESTS)
                        .header(HttpHeaders.RETRY_AFTER, Integer.toString(seconds))
                        .build();
    }

    @PostMapping("/api/vendor/closed")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void close(@RequestParam int seconds) {
        if (seconds < 1 || seconds > LONGEST) {
            throw new ResponseStatusException(
                    HttpStatus.BAD_REQUEST, "seconds must be from 1 to " + LONGEST + ", but is " + seconds);
        }
        closed.set(seconds);
    }

    record Parcel(int parcel) {}
}
