package io.github.ratelimited.interceptor.invocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ratelimited.NullKeyException;
import io.github.ratelimited.RateLimited;
import io.github.ratelimited.interceptor.AspectContext;
import io.github.ratelimited.interceptor.invocation.ClientAddresses.Forwarded;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.userdetails.User;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.springframework.web.filter.reactive.ServerWebExchangeContextFilter;
import reactor.core.publisher.Mono;

class CallScopeTests {

    static class Api {

        @RateLimited(name = "principal", rate = 9, interval = "1s", key = "#principal.username")
        public void principal() {}

        @RateLimited(name = "authentication", rate = 9, interval = "1s", key = "#authentication.name")
        public void authentication() {}

        @RateLimited(name = "whole", rate = 9, interval = "1s", key = "#principal")
        public void whole() {}

        @RateLimited(name = "part", rate = 9, interval = "1s", key = "{'x', #principal}")
        public void part() {}

        @RateLimited(name = "request", rate = 9, interval = "1s", key = "#request.remoteAddr")
        public void request() {}

        @RateLimited(name = "argument", rate = 9, interval = "1s", key = "#request")
        public void argument(String request) {}

        @RateLimited(name = "parts", rate = 9, interval = "1s", key = "T(java.util.Set).of({7, {a: #principal}})")
        public void parts() {}

        @RateLimited(name = "subject", rate = 9, interval = "1s", key = "#principal.subject")
        public void subject() {}

        @RateLimited(name = "visitor", rate = 9, interval = "1s", key = "#principal ?: #authentication ?: '10.0.0.1'")
        public void visitor() {}

        @RateLimited(name = "monoWhole", rate = 9, interval = "1s", key = "#principal")
        public Mono<String> monoWhole() {
            return Mono.just("done");
        }

        @RateLimited(name = "monoPrincipal", rate = 9, interval = "1s", key = "#principal.username")
        public Mono<String> monoPrincipal() {
            return Mono.just("done");
        }

        @RateLimited(name = "monoRequest", rate = 9, interval = "1s", key = "{#request.path.value(), 'x'}")
        public Mono<String> monoRequest() {
            return Mono.just("done");
        }
    }

    /** As a JWT, which has neither a name nor text of its own. */
    static class Token {

        public String getSubject() {
            return "id-7";
        }
    }

    private static final class TokenAuthentication extends TestingAuthenticationToken {

        private static final long serialVersionUID = 1L;

        TokenAuthentication() {
            super(new Token(), "");
        }

        @Override
        public String getName() {
            return "alice";
        }
    }

    /** As of OpenID Connect, whose text tells when the token was issued. */
    private record OneLogin(String getName, int issued) implements AuthenticatedPrincipal {}

    private final TestingAuthenticationToken alice = new TestingAuthenticationToken(
            User.withUsername("alice").password("").build(), "");
    private final AspectContext context = AspectContext.of(Api.class).start();
    private final Api api = context.get(Api.class);

    @AfterEach
    void unbind() {
        SecurityContextHolder.clearContext();
        RequestContextHolder.resetRequestAttributes();
        context.close();
    }

    @Test
    void areThoseOfTheThread() {
        SecurityContextHolder.getContext().setAuthentication(alice);
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setRemoteAddr("10.0.0.1");
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
        api.principal();
        api.authentication();
        api.request();
        assertThat(context.limiters.used)
                .containsOnlyKeys("principal for alice", "authentication for alice", "request for 10.0.0.1");
    }

    @Test
    void nameWhoHasLoggedInHoweverOften() {
        for (Object login : List.of(
                new OneLogin("alice", 1),
                new OneLogin("alice", 2),
                User.withUsername("alice").password("").build(),
                User.withUsername("alice").password("").roles("ADMIN").build())) {
            SecurityContextHolder.getContext().setAuthentication(new TestingAuthenticationToken(login, ""));
            api.whole();
            api.part();
        }
        assertThat(context.limiters.used)
                .containsOnly(Map.entry("whole for alice", 4L), Map.entry("part for " + List.of("x", "alice"), 4L));
    }

    @Test
    void nameTheAuthenticationOfAPrincipalWithoutAName() {
        SecurityContextHolder.getContext().setAuthentication(new TokenAuthentication());
        api.whole();
        api.part();
        api.parts();
        api.subject();
        api.monoWhole()
                .contextWrite(ReactiveSecurityContextHolder.withAuthentication(new TokenAuthentication()))
                .block();
        assertThat(context.limiters.used)
                .containsOnlyKeys(
                        "whole for alice",
                        "part for " + List.of("x", "alice"),
                        "parts for " + Set.of(List.of(7, Map.of("a", "alice"))),
                        "subject for id-7",
                        "monoWhole for alice");
    }

    @Test
    void areNobodyForAnonymousVisitors() {
        Authentication anonymous =
                new AnonymousAuthenticationToken("key", "anonymousUser", AuthorityUtils.createAuthorityList("ANY"));
        SecurityContextHolder.getContext().setAuthentication(anonymous);
        assertThatExceptionOfType(NullKeyException.class).isThrownBy(api::whole);
        api.visitor();
        SecurityContextHolder.clearContext();
        assertThatExceptionOfType(NullKeyException.class)
                .isThrownBy(() -> api.monoWhole()
                        .contextWrite(ReactiveSecurityContextHolder.withAuthentication(anonymous))
                        .block());
        assertThat(context.limiters.used).containsOnlyKeys("visitor for 10.0.0.1");
    }

    @Test
    void areThoseOfTheReactorContextForReactiveMethods() {
        ServerHttpRequest request = MockServerHttpRequest.get("/orders").build();
        api.monoPrincipal()
                .contextWrite(ReactiveSecurityContextHolder.withAuthentication(alice))
                .block();
        api.monoRequest()
                .contextWrite(view -> view.put(
                        ServerWebExchangeContextFilter.EXCHANGE_CONTEXT_ATTRIBUTE,
                        MockServerWebExchange.from((MockServerHttpRequest) request)))
                .block();
        assertThat(context.limiters.used)
                .containsOnlyKeys("monoPrincipal for alice", "monoRequest for " + List.of("/orders", "x"));
    }

    @Test
    void areThoseOfTheThreadWhereTheReactorContextHasNone() {
        SecurityContextHolder.getContext().setAuthentication(alice);
        api.monoPrincipal().block();
        assertThat(context.limiters.used).containsOnlyKeys("monoPrincipal for alice");
    }

    @Test
    void giveWayToAnArgumentOfTheSameName() {
        api.argument("mine");
        assertThat(context.limiters.used).containsOnlyKeys("argument for mine");
    }

    @Test
    void failTheCallWhereThereAreNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(api::authentication)
                .withMessageContaining("key '#authentication.name' of the rate limit on ");
    }

    @Test
    void sayWhichLibraryTheyNeed() {
        ThreadScope none =
                new ThreadScope(ClassLoader.getPlatformClassLoader(), () -> new ClientAddresses(64, Forwarded.HANDLED));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> none.offers("principal"))
                .withMessage("uses #principal, which needs spring-security-core on the class path");
        assertThat(none.offers("user")).isFalse();
    }
}
