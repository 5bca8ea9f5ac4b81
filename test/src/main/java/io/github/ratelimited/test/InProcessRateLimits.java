package io.github.ratelimited.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/**
 * Makes the limits of a Spring Boot test count within the process, without Redis, by a {@link TestClock} that tests get by
 * {@code @Autowired}. Each test begins with unused limits: before it, the clock moves on until all permits are back. Also
 * adds the limits, those by URL and of requests to others too, and their HTTP answers to tests of a slice, such as
 * {@code @WebMvcTest}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@TestPropertySource(properties = "ratelimited.store=local")
@Import(TestClockConfiguration.class)
@ImportAutoConfiguration
@ExtendWith(UnusedLimits.class)
public @interface InProcessRateLimits {}
