package io.github.ratelimited.model;

import java.math.BigInteger;

/** An exact number. */
record Fraction(BigInteger over, BigInteger under) implements Comparable<Fraction> {

    static final Fraction ZERO = of(0);

    Fraction {
        BigInteger common = over.gcd(under);
        if (under.signum() < 0) {
            common = common.negate();
        }
        over = over.divide(common);
        under = under.divide(common);
    }

    static Fraction of(long whole) {
        return of(whole, 1);
    }

    static Fraction of(long over, long under) {
        return new Fraction(BigInteger.valueOf(over), BigInteger.valueOf(under));
    }

    Fraction plus(Fraction other) {
        return new Fraction(over.multiply(other.under).add(other.over.multiply(under)), under.multiply(other.under));
    }

    Fraction minus(Fraction other) {
        return plus(new Fraction(other.over.negate(), other.under));
    }

    Fraction plus(long whole) {
        return plus(of(whole));
    }

    Fraction minus(long whole) {
        return plus(of(-whole));
    }

    Fraction times(Fraction other) {
        return new Fraction(over.multiply(other.over), under.multiply(other.under));
    }

    Fraction times(long whole) {
        return times(of(whole));
    }

    Fraction dividedBy(Fraction other) {
        return new Fraction(over.multiply(other.under), under.multiply(other.over));
    }

    Fraction max(Fraction other) {
        return compareTo(other) >= 0 ? this : other;
    }

    Fraction min(Fraction other) {
        return compareTo(other) <= 0 ? this : other;
    }

    Fraction orZero() {
        return max(ZERO);
    }

    long roundUp() {
        BigInteger[] parts = over.divideAndRemainder(under);
        return parts[0].longValueExact() + (parts[1].signum() > 0 ? 1 : 0);
    }

    @Override
    public int compareTo(Fraction other) {
        return over.multiply(other.under).compareTo(other.over.multiply(under));
    }
}
