package io.github.ratelimited.sample.page;

import io.github.ratelimited.DecisionListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

@Configuration(proxyBeanMethods = false)
@EnableScheduling
class PageConfiguration {

    @Bean
    DecisionListener decisions(Feed feed) {
        return feed.listener(1);
    }
}
