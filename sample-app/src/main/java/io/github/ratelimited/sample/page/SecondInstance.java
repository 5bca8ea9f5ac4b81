package io.github.ratelimited.sample.page;

import io.github.ratelimited.sample.stories.Stories;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.ComponentScan;

/** The stories without the page. Not a {@code @Configuration}, so that the first instance does not find it. */
@EnableAutoConfiguration
@ComponentScan(basePackageClasses = Stories.class)
class SecondInstance {}
