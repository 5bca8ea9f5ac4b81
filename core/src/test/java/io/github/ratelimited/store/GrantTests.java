package io.github.ratelimited.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import io.github.ratelimited.RateLimit;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GrantTests {

    private static final RateLimit LIMIT = RateLimit.of(10, Duration.ofSeconds(1));

    private static Decision decision(Basis basis, boolean allowed, long remaining) {
        Duration retryAfter = allowed ? Duration.ZERO : Duration.ofSeconds(1);
        return Decision.of(basis.name(), LIMIT)
                .allowed(allowed)
                .remaining(remaining)
                .retryAfter(retryAfter)
                .resetAfter(Duration.ofSeconds(1))
                .basis(basis)
                .build();
    }

    private static Grant grant(Decision... decisions) {
        List<Demand> demands = Stream.of(decisions)
                .map(decision -> new Demand(decision.limiter(), "", LIMIT, 1))
                .toList();
        return new Grant(demands, List.of(decisions), List.of());
    }

    @Test
    void theWeakestBasisOfAPermissionCountsWhicheverLimitIsTightest() {
        Grant partly = grant(decision(Basis.STORE, true, 0), decision(Basis.LOCAL, true, 9));

        assertThat(partly.decision().limiter()).isEqualTo("STORE");
        assertThat(partly.decision().remaining()).isZero();
        assertThat(partly.decisive()).extracting(Decision::basis).containsOnly(Basis.LOCAL);
        assertThat(partly.demandOf(partly.decision()).limiter()).isEqualTo("STORE");

        Grant open = grant(decision(Basis.STORE, true, 0), decision(Basis.OPEN, true, 10));
        assertThat(open.decision().basis()).isEqualTo(Basis.OPEN);
    }

    @Test
    void whatTheStoreDecidedAloneIsTheStores() {
        Grant whole = grant(decision(Basis.STORE, true, 0), decision(Basis.STORE, true, 9));
        assertThat(whole.decisive()).extracting(Decision::basis).containsOnly(Basis.STORE);
    }

    @Test
    void aRejectionIsThatOfTheLimitThatRejected() {
        Grant rejected = grant(decision(Basis.STORE, false, 0), decision(Basis.LOCAL, true, 9));
        assertThat(rejected.decision().basis()).isEqualTo(Basis.STORE);
    }

    @Test
    void limitsWithPoliciesOfTheirOwnKeepTheirs() {
        Grant outage = grant(decision(Basis.LOCAL, true, 0), decision(Basis.OPEN, true, 10));
        assertThat(outage.decisive()).extracting(Decision::basis).containsExactly(Basis.LOCAL, Basis.OPEN);
    }
}
