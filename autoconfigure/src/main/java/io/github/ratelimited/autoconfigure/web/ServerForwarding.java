package io.github.ratelimited.autoconfigure.web;

import io.github.ratelimited.interceptor.invocation.ClientAddresses.Forwarded;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** What Spring Boot has the server do with forwarded headers. */
final class ServerForwarding {

    private ServerForwarding() {}

    static Forwarded handling(Environment environment, BeanFactory beans) {
        Binder binder = Binder.get(environment);
        if (Stream.of("forwardedHeaderFilter", "forwardedHeaderTransformer").anyMatch(beans::containsBean)) {
            return Forwarded.BELIEVED;
        }
        if (Stream.of("remote-ip-header", "protocol-header")
                .anyMatch(name -> binder.bind("server.tomcat.remoteip." + name, String.class)
                        .isBound())) {
            return Forwarded.HANDLED;
        }
        CloudPlatform platform = CloudPlatform.getActive(environment);
        String none = platform != null && platform.isUsingForwardHeaders() ? "native" : "none";
        String strategy =
                binder.bind("server.forward-headers-strategy", String.class).orElse(none);
        return strategy.toLowerCase(Locale.ROOT).equals("none") ? Forwarded.IGNORED : Forwarded.HANDLED;
    }
}
