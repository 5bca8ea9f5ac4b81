package io.github.ratelimited.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.Principal;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeyEncodingTests {

    /** Text of its own and nothing to go through, as the text node of a JSON library. */
    private record Node(String text) implements Iterable<Node> {

        @Override
        public Iterator<Node> iterator() {
            return Collections.emptyIterator();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    record Login(String name, String session) implements Principal {

        @Override
        public String getName() {
            return name;
        }
    }

    @Test
    void isTheNameOfACallerWhateverTheSession() {
        assertThat(KeyEncoding.of(new Login("alice", "1")))
                .isEqualTo(KeyEncoding.of(new Login("alice", "2")))
                .isEqualTo("alice");
        assertThat(KeyEncoding.of(List.of("acme", new Login("{bob}", "1"))))
                .isEqualTo(KeyEncoding.of(List.of("acme", "{bob}")));
        assertThat(KeyEncoding.of(Optional.of(new Login("", "1")))).isEqualTo(KeyEncoding.of(""));
    }

    @Test
    void isTheValueOfAnOptionalNumber() {
        assertThat(List.of(OptionalInt.of(3), OptionalLong.of(3), OptionalDouble.of(3)))
                .extracting(KeyEncoding::of)
                .containsOnly("3");
        assertThat(List.of(OptionalInt.empty(), OptionalLong.empty(), OptionalDouble.empty()))
                .allSatisfy(empty ->
                        assertThatExceptionOfType(KeyEncoding.Missing.class).isThrownBy(() -> KeyEncoding.of(empty)));
    }

    @Test
    void isRefusedForACallerWithoutName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.of(new Login(null, "1")))
                .withMessage(
                        "A key needs a text of its own, but a caller of " + Login.class.getName() + " has no name");
    }

    @Test
    void isTheSameForEqualSetsAndMapsInAnyOrder() {
        assertThat(KeyEncoding.of(new LinkedHashSet<>(List.of("b", "a", "{"))))
                .isEqualTo(KeyEncoding.of(new LinkedHashSet<>(List.of("{", "a", "b"))))
                .isNotEqualTo(KeyEncoding.of(Set.of("a", "b")));
        Map<String, Object> map = new TreeMap<>(Map.of("a", 1, "b", List.of(2)));
        assertThat(KeyEncoding.of(map))
                .isEqualTo(KeyEncoding.of(new TreeMap<String, Object>(Collections.reverseOrder()) {
                    {
                        putAll(map);
                    }
                }));
    }

    @Test
    void tellsMapsApartWhateverTheirValuesLookLike() {
        assertThat(KeyEncoding.of(Map.of("a", "1, b=2")))
                .isNotEqualTo(KeyEncoding.of(Map.of("a", "1", "b", "2")))
                .isNotEqualTo(KeyEncoding.of(Map.of("a=1, b", "2")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.of(new HashMap<>(Collections.singletonMap("a", null))))
                .withMessage("A key must not have null parts");
    }

    @Test
    void isThatOfAnIterableThatIsNoCollection() {
        assertThat(KeyEncoding.of(new Node("alice"))).isEqualTo("alice");
        assertThat(KeyEncoding.of(Path.of("a", "b")))
                .isEqualTo(Path.of("a", "b").toString());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.of((Iterable<String>) Collections::emptyIterator))
                .withMessageContaining(" has none; use a part of it");
    }

    @Test
    void isTheAddressWithoutPortResolvedOrNot() throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress("a.example", new byte[] {10, 0, 0, 1});
        assertThat(List.of(
                        address,
                        InetAddress.getByAddress(new byte[] {10, 0, 0, 1}),
                        new InetSocketAddress(address, 1),
                        new InetSocketAddress(address, 2),
                        InetSocketAddress.createUnresolved("10.0.0.1", 3)))
                .extracting(KeyEncoding::of)
                .containsOnly("10.0.0.1");
        assertThat(KeyEncoding.of(List.of("acme", new InetSocketAddress(address, 1))))
                .isEqualTo(KeyEncoding.of(List.of("acme", "10.0.0.1")));
    }

    @Test
    void isTheInstantInEveryTimeZone() {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "Asia/Tokyo")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Calendar calendar = Calendar.getInstance();
                calendar.setTimeInMillis(1000);
                assertThat(List.of(
                                Instant.ofEpochSecond(1),
                                new Date(1000),
                                new Timestamp(1000),
                                new java.sql.Date(1000),
                                new Time(1000),
                                calendar))
                        .extracting(KeyEncoding::of)
                        .containsOnly("1970-01-01T00:00:01Z");
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void isTheValueOfANumberHoweverItIsWritten() {
        assertThat(List.of(1, 1L, 1.0, 1.0f, BigInteger.ONE, new BigDecimal("1.00"), "1"))
                .extracting(KeyEncoding::of)
                .containsOnly("1");
        assertThat(List.of(0, 0.0, -0.0, new BigDecimal("0.00"), new BigDecimal("0E+9")))
                .extracting(KeyEncoding::of)
                .containsOnly("0");
        assertThat(List.of(1e10, 10_000_000_000L, new BigDecimal("1E10")))
                .extracting(KeyEncoding::of)
                .containsOnly("10000000000");
        assertThat(List.of(BigInteger.TEN.pow(50), new BigDecimal("1.0E50"), 1e50))
                .extracting(KeyEncoding::of)
                .containsOnly("1E+50");
        assertThat(KeyEncoding.of(new BigDecimal("1E-999999999"))).isEqualTo("1E-999999999");
        assertThat(List.of(0.1, 0.1f, new BigDecimal("0.10")))
                .extracting(KeyEncoding::of)
                .containsOnly("0.1");
        assertThat(KeyEncoding.of(Double.NaN)).isEqualTo("NaN");
    }

    @Test
    void tellsSetsFromListsAndMapsFromListsOfTheirEntries() {
        assertThat(KeyEncoding.of(Set.of("a"))).isEqualTo("%<a%,%>").isNotEqualTo(KeyEncoding.of(List.of("a")));
        assertThat(KeyEncoding.of(Map.of("a", 1)))
                .isEqualTo("%<a%=1%,%>")
                .isNotEqualTo(KeyEncoding.of(List.of(List.of("a", 1))));
        assertThat(KeyEncoding.of(new int[] {1, 2})).isEqualTo(KeyEncoding.of(List.of(1, 2)));
    }

    @Test
    void isTheNameOfConstantsTypesAndTimeZones() {
        assertThat(KeyEncoding.of(TimeUnit.DAYS)).isEqualTo("DAYS");
        assertThat(KeyEncoding.of(String.class)).isEqualTo("java.lang.String");
        assertThat(KeyEncoding.of(TimeZone.getTimeZone("Asia/Tokyo"))).isEqualTo("Asia/Tokyo");
        assertThat(KeyEncoding.of(new StringBuilder("alice"))).isEqualTo("alice");
    }

    @Test
    void isRefusedForObjectsThatSayNothingOfTheirValue() {
        for (Object key : List.of(
                new CompletableFuture<>(),
                new AtomicLong(1),
                Thread.currentThread(),
                new ThreadLocal<>(),
                new ArrayDeque<>(List.of(1)),
                new HashMap<>(Map.of(1, 2)).values())) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> KeyEncoding.of(key))
                    .withMessageStartingWith("A key needs a text of its own, but ")
                    .withMessageContaining(" has none; use ");
        }
    }

    @Test
    void isRefusedForAListThatContainsItself() {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        itself.add(itself);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.of(itself))
                .withMessage("A key must not contain itself, or be nested more than 50 levels deep");
    }

    @Test
    void textThatIsNullIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.of(new Node(null)))
                .withMessage(
                        "A key needs a text of its own, but toString() of " + Node.class.getName() + " returns null");
    }
}
