package io.github.ratelimited.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeyRecordTests {

    private record Visit(Object what, int times) {}

    private record Login(Object user, Object tenant) {}

    private record Secret(byte[] bytes) {

        @Override
        public byte[] bytes() {
            return bytes.clone();
        }
    }

    private record Masked(String text) {

        @Override
        public String toString() {
            return "***" + text.length();
        }
    }

    @Test
    void isOnePartThatIsItsText() {
        assertThat(KeyEncoding.parts(List.of("a", new Login(List.of("x, {y}", 1.0), null))))
                .containsExactly("a", "Login[user=[x, {y}, 1.0], tenant=null]");
    }

    @Test
    void isTheSameForRecordsOfTheSameParts() throws UnknownHostException {
        InetAddress address = InetAddress.getByAddress("a.example", new byte[] {10, 0, 0, 1});
        assertThat(List.of(
                        new Visit(address, 2),
                        new Visit(new InetSocketAddress(address, 1), 2),
                        new Visit(new InetSocketAddress("10.0.0.1", 2), 2)))
                .extracting(KeyEncoding::of)
                .containsOnly("Visit[what=10.0.0.1, times=2]");
        assertThat(KeyEncoding.of(new Visit(new Date(1000), 1))).isEqualTo("Visit[what=1970-01-01T00:00:01Z, times=1]");
        assertThat(KeyEncoding.of(new Visit(new Visit(new BigDecimal("1.00"), 1), 1)))
                .isEqualTo("Visit[what=Visit[what=1, times=1], times=1]");
        assertThat(KeyEncoding.of(new Secret(new byte[] {1, 2})))
                .isEqualTo(KeyEncoding.of(new Secret(new byte[] {1, 2})));
        assertThat(KeyEncoding.of(new Visit(null, 1)))
                .isEqualTo("Visit[what=%null, times=1]")
                .isNotEqualTo(KeyEncoding.of(new Visit("null", 1)))
                .isNotEqualTo(KeyEncoding.of(new Visit("%null", 1)));
        assertThat(KeyEncoding.of(new Visit("{", 1))).isNotEqualTo(KeyEncoding.of(new Visit("}", 1)));
    }

    @Test
    void isOfItsOwnWhateverPartsSay() {
        assertThat(List.of(
                        new Login("a", "b, tenant=c"),
                        new Login("a, tenant=b", "c"),
                        new Login(new Login("a", "b"), "c"),
                        new Login("Login[user=a, tenant=b]", "c"),
                        new Login(List.of("a", "b"), "c"),
                        new Login(List.of("a, tenant=b"), "c"),
                        new Login(new Masked("alice"), "c"),
                        new Login(List.of(new Login("a], tenant=[b", "c")), "d"),
                        new Login(List.of(new Login("a", "b], tenant=[c")), "d")))
                .extracting(KeyEncoding::of)
                .doesNotHaveDuplicates()
                .contains("Login[user=a, tenant=b%002C tenant=c]", "Login[user=Login[user=a, tenant=b], tenant=c]");
    }

    @Test
    void isWhatARecordSaysThatOverridesToString() {
        assertThat(KeyEncoding.of(new Masked("alice"))).isEqualTo("***5");
    }

    @Test
    void isRefusedForARecordWithAPartThatSaysNothingOfItsValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.of(new Visit(new AtomicLong(1), 1)))
                .withMessageContaining("java.util.concurrent.atomic.AtomicLong has none");
        Object[] itself = {null};
        itself[0] = new Visit(itself, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoding.of(itself))
                .withMessageStartingWith("A key must not contain itself");
    }
}
