package io.github.ratelimited.store;

import io.github.ratelimited.Decision;
import io.github.ratelimited.Decision.Basis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store's answer to an {@link Acquisition}.
 *
 * @param demands those that were looked at
 * @param decisions one for each of these; {@link Decision#delay()} is how far ahead it is reserved. In a permission
 *     {@link Basis#STORE} yields to a weaker basis of another
 * @param reservations permits that were granted, for giving them back; empty when nothing was
 * @param turn what to ask again with after a pause, where a single demand can be met in time but not be reserved yet;
 *     its decision is a rejection until then
 */
public record Grant(
        List<Demand> demands,
        List<Decision> decisions,
        List<Reservation> reservations,
        @Nullable Turn turn) {

    public Grant {
        demands = List.copyOf(demands);
        decisions = onOneBasis(List.copyOf(decisions));
        reservations = List.copyOf(reservations);
    }

    /** Where the store has not decided all limits of a request that is granted, none of its decisions says so. */
    private static List<Decision> onOneBasis(List<Decision> decisions) {
        Basis weakest = Basis.STORE;
        for (Decision decision : decisions) {
            if (!decision.allowed()) {
                return decisions;
            }
            weakest = decision.basis().compareTo(weakest) > 0 ? decision.basis() : weakest;
        }
        Basis basis = weakest;
        return basis == Basis.STORE
                ? decisions
                : decisions.stream()
                        .map(decision -> decision.basis() == Basis.STORE ? on(basis, decision) : decision)
                        .toList();
    }

    private static Decision on(Basis basis, Decision decision) {
        return decision.but().basis(basis).build();
    }

    /** An answer that is final. */
    public Grant(List<Demand> demands, List<Decision> decisions, List<Reservation> reservations) {
        this(demands, decisions, reservations, null);
    }

    /** {@return the rejections of those demands that are rejected, {@code null} where none is} */
    public static @Nullable Grant rejecting(List<Demand> demands, Function<Demand, @Nullable Decision> rejection) {
        List<Demand> rejected = new ArrayList<>(0);
        List<Decision> rejections = new ArrayList<>(0);
        for (Demand demand : demands) {
            Decision decision = rejection.apply(demand);
            if (decision != null) {
                rejected.add(demand);
                rejections.add(decision);
            }
        }
        return rejected.isEmpty() ? null : new Grant(rejected, rejections, List.of());
    }

    /** {@return the answer to several requests at once, all of which were granted} */
    public static Grant together(List<Grant> grants) {
        return new Grant(
                grants.stream().flatMap(grant -> grant.demands.stream()).toList(),
                grants.stream().flatMap(grant -> grant.decisions.stream()).toList(),
                grants.stream().flatMap(grant -> grant.reservations.stream()).toList());
    }

    /**
     * {@return the decision about the whole request: the rejection that lasts longest, or the permission with the
     * fewest permits left}
     */
    public Decision decision() {
        if (decisions.size() == 1) {
            return decisions.get(0);
        }
        return decisions.stream()
                .filter(decision -> !decision.allowed())
                .max(Comparator.comparing(Decision::retryAfter))
                .orElseGet(() -> decisions.stream()
                        .min(Comparator.comparingLong(Decision::remaining))
                        .orElseThrow());
    }

    /**
     * {@return the decisions that matter: all of them when granted, else the rejections, that of {@link #decision()}
     * first}
     */
    public List<Decision> decisive() {
        if (decisions.size() == 1) {
            return decisions;
        }
        Decision first = decision();
        return Stream.concat(
                        Stream.of(first),
                        decisions.stream().filter(other -> other != first && other.allowed() == first.allowed()))
                .toList();
    }

    /** What one of the decisions is about. */
    public Demand demandOf(Decision decision) {
        int place = 0;
        while (decisions.get(place) != decision) {
            place++;
        }
        return demands.get(place);
    }

    /** {@return whether the permits of every demand were granted} */
    public boolean allowed() {
        return decision().allowed();
    }

    /** {@return how far ahead the permits are reserved, zero when they are available now or this is a rejection} */
    public Duration delay() {
        return decision().delay();
    }
}
