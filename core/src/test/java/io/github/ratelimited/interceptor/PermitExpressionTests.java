package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PermitExpressionTests extends OrderExpressions {

    @ParameterizedTest
    @CsvSource({"3, 3", "0, 0", "2.0, 2", "9223372036854775807, 9223372036854775807"})
    void takesWholeNumbersForPermits(String weight, long permits) {
        Object number = new BigDecimal(weight);
        assertThat(parse("#order.weight").permits(call(new Order("o1", number), "alice")))
                .isEqualTo(permits);
    }

    @Test
    void refusesPermitsThatAreNoWholeNumber() {
        for (Object weight : new Object[] {1.5, "1.5", "many", "", " 3", Double.NaN, true, List.of(3)}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> parse("#order.weight").permits(call(new Order("o1", weight), "alice")))
                    .withMessage("key '#order.weight' of the rate limit on Api.place(Order,String) must be a whole"
                            + " number, but is " + (weight instanceof String ? "'" + weight + "'" : weight));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parse("#order.weight").permits(call(new Order("o1", "x\n".repeat(1000)), "alice")))
                .withMessageEndingWith("must be a whole number, but is text of 2000 characters");
    }

    @ParameterizedTest
    @CsvSource({"3, 3", "+3, 3", "-1, -1", "007, 7", "99999999999999999999, 9223372036854775807"})
    void takesNumbersThatClientsSendAsText(String weight, long permits) {
        assertThat(parse("#order.weight").permits(call(new Order("o1", weight), "alice")))
                .isEqualTo(permits);
    }

    @Test
    void leavesPermitsThatNoLimitGrantsToTheLimiter() {
        BigInteger beyondLong = BigInteger.TWO.pow(64);
        assertThat(parse("#order.weight").permits(call(new Order("o1", -1), "alice")))
                .isEqualTo(-1);
        assertThat(parse("#order.weight").permits(call(new Order("o1", beyondLong), "alice")))
                .isEqualTo(Long.MAX_VALUE);
        assertThat(parse("#order.weight").permits(call(new Order("o1", new BigDecimal("-1e999999999")), "alice")))
                .isEqualTo(Long.MIN_VALUE);
    }
}
