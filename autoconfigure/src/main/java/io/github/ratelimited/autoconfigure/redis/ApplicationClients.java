package io.github.ratelimited.autoconfigure.redis;

import io.github.ratelimited.autoconfigure.LimitersShutdown;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** The {@code RedissonClient} beans of the application, of which limits use one. */
record ApplicationClients(ConfigurableListableBeanFactory beanFactory) {

    /**
     * {@return the client that limits use, {@code null} where the application has none}
     *
     * @param wanted name of its bean, {@code null} for the only one or the primary one
     * @throws RedissonClientChoiceException when there is no such bean, or no name and several beans
     */
    @Nullable
    RedissonClient choose(@Nullable String wanted) {
        List<String> names =
                List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beanFactory, RedissonClient.class));
        if (wanted != null) {
            if (!beanFactory.containsBean(wanted) || !beanFactory.isTypeMatch(wanted, RedissonClient.class)) {
                throw new RedissonClientChoiceException(wanted, names);
            }
            endAfterLimits(Stream.of(wanted));
            return beanFactory.getBean(wanted, RedissonClient.class);
        }
        try {
            RedissonClient client =
                    beanFactory.getBeanProvider(RedissonClient.class).getIfAvailable();
            endAfterLimits(names.stream()
                    .filter(beanFactory::containsSingleton)
                    .filter(name -> beanFactory.getBean(name) == client));
            return client;
        } catch (NoUniqueBeanDefinitionException ex) {
            throw new RedissonClientChoiceException(null, names);
        }
    }

    /** Limiters may give something back when they end. */
    private void endAfterLimits(Stream<String> clients) {
        LimitersShutdown.before(clients, beanFactory);
    }
}
