package io.github.ratelimited.interceptor.invocation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.interceptor.invocation.ClientAddresses.Forwarded;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressesTests {

    private final ClientAddresses addresses = new ClientAddresses(64, Forwarded.HANDLED);

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1",
        "::ffff:192.0.2.1, 192.0.2.1",
        "::FFFF:c000:201, 192.0.2.1",
        "64:ff9b::192.0.2.1, 192.0.2.1",
        "64:ff9b::1:c000:201, 64:ff9b:0:0:0:0:0:0/64",
        "0:0:0:0:0:ffff:192.0.2.1, 192.0.2.1",
        "2001:db8::1, 2001:db8:0:0:0:0:0:0/64",
        "2001:0DB8:0:0:ffff:ffff:ffff:ffff, 2001:db8:0:0:0:0:0:0/64",
        "[2001:db8::2], 2001:db8:0:0:0:0:0:0/64",
        "2001:db8:0:1::, 2001:db8:0:1:0:0:0:0/64",
        "fe80:0:0:1:2:3:4:5%eth0, fe80:0:0:1:0:0:0:0/64",
        "::, 0:0:0:0:0:0:0:0/64",
        "1:2:3:4:5:6:7::, 1:2:3:4:0:0:0:0/64"
    })
    void areCanonical(String remote, String key) {
        assertThat(addresses.of(remote)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "proxy.acme.example",
                "unknown",
                "_hidden",
                "1.2.3",
                "1.2.3.256",
                "01.2.3.4",
                "1.2.3.4:80",
                "0x7f.1",
                "2130706433",
                "1.2.3.4, 5.6.7.8",
                ":",
                ":::",
                "1::2::3",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:8::",
                "12345::",
                "::g",
                "::1.2.3",
                "1.2.3.4::",
                "[::1",
                "face",
                "١.2.3.4"
            })
    void thatAreNoneAreOneKey(String remote) {
        assertThat(addresses.of(remote)).isEqualTo("unknown");
    }

    @Test
    void areNeverResolved() {
        assertThat(addresses.of(InetSocketAddress.createUnresolved("localhost", 80)))
                .isEqualTo("unknown");
        assertThat(addresses.of(InetSocketAddress.createUnresolved("192.0.2.1", 80)))
                .isEqualTo("192.0.2.1");
        assertThat(addresses.of(new InetSocketAddress("127.0.0.1", 80))).isEqualTo("127.0.0.1");
        assertThat(addresses.of((InetSocketAddress) null)).isEqualTo("unknown");
        assertThat(addresses.of((String) null)).isEqualTo("unknown");
    }

    @Test
    void areCutWhereTheSettingSays() {
        assertThat(new ClientAddresses(128, Forwarded.HANDLED).of("2001:db8::1"))
                .isEqualTo("2001:db8:0:0:0:0:0:1");
        assertThat(new ClientAddresses(50, Forwarded.HANDLED).of("2001:db8:1:ffff::1"))
                .isEqualTo("2001:db8:1:c000:0:0:0:0/50");
    }
}
