package io.github.ratelimited.sample.stories;

import java.time.Duration;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** A make-believe language model: it answers with as many words as it is told, one after the other. */
@Component
class Model {

    private static final String[] WORDS = {"limits", "are", "promises", "that", "a", "service", "keeps"};
    private static final Duration PACE = Duration.ofMillis(2);

    Flux<String> answer(int tokens) {
        return Flux.range(0, tokens).delayElements(PACE).map(token -> WORDS[token % WORDS.length]);
    }
}
