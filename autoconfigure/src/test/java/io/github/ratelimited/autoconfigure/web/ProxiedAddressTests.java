package io.github.ratelimited.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;

/** Whom servers take for the client behind proxies that are set up in one way or another. */
class ProxiedAddressTests {

    /** How many keys three requests of one client make, each with a header of its own. */
    private static int keys(Server server, Proxy.Setup setup, String header, String pattern) throws Exception {
        String url = "http://localhost:" + server.context().getEnvironment().getProperty("local.server.port");
        int keys = 0;
        try (Proxy proxy = Proxy.before(url, setup)) {
            for (int i = 1; i <= 3; i++) {
                keys += proxy.get("/address", header, pattern.formatted(i)) == 200 ? 1 : 0;
            }
        }
        return keys;
    }

    @ParameterizedTest
    @CsvSource({
        "SERVLET, native, 1, 0, 1",
        "SERVLET, framework, 3, 3, 1",
        "REACTIVE, native, 3, 3, 1",
        "REACTIVE, framework, 3, 3, 1"
    })
    void canBeChosenByTheClientUnlessTheProxyReplacesBothHeaders(
            WebApplicationType type, String strategy, int appended, int other, int replaced) throws Exception {
        try (Server server = Server.start(
                type,
                ClientAddressTests.Application.class,
                "--ratelimited.store=local",
                "--server.forward-headers-strategy=" + strategy)) {
            assertThat(keys(server, Proxy.Setup.APPENDS, "X-Forwarded-For", "6.6.6.%d"))
                    .as("with an entry that is forged on the left")
                    .isEqualTo(appended);
            assertThat(keys(server, Proxy.Setup.APPENDS, "Forwarded", "for=7.7.7.%d"))
                    .as("with the header that the proxy does not know")
                    .isEqualTo(other);
            assertThat(keys(server, Proxy.Setup.REPLACES_ONE, "X-Forwarded-For", "8.8.8.%d"))
                    .isEqualTo(1);
            assertThat(keys(server, Proxy.Setup.REPLACES_ONE, "Forwarded", "for=8.8.8.%d"))
                    .as("with the header that the proxy lets through")
                    .isEqualTo(other);
            assertThat(keys(server, Proxy.Setup.REPLACES_BOTH, "X-Forwarded-For", "9.9.9.%d"))
                    .isEqualTo(replaced);
            assertThat(keys(server, Proxy.Setup.REPLACES_BOTH, "Forwarded", "for=9.9.9.%d"))
                    .as("after one of the same client, who has used its permit")
                    .isZero();
        }
    }
}
