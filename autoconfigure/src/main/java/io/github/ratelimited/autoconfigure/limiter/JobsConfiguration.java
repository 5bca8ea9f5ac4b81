package io.github.ratelimited.autoconfigure.limiter;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.scheduling.config.TaskSchedulerRouter;

/** What becomes of {@code @Scheduled} methods that are rejected, where there are any. */
@Configuration(proxyBeanMethods = false)
final class JobsConfiguration {

    @Bean
    @Lazy
    static Jobs rateLimitedJobs(BeanFactory beanFactory) {
        return new Jobs(beanFactory);
    }

    /** The scheduler is no bean, because it would stand in the way of the one that Spring Boot makes. */
    static final class Jobs implements SchedulingConfigurer, DisposableBean, Ordered {

        private final JobScheduler scheduler = new JobScheduler();

        Jobs(BeanFactory beanFactory) {
            scheduler.setBeanFactory(beanFactory);
        }

        @Override
        public void configureTasks(ScheduledTaskRegistrar registrar) {
            TaskScheduler others = registrar.getScheduler();
            if (others == null || others.getClass() == TaskSchedulerRouter.class) {
                registrar.setTaskScheduler(scheduler);
            }
        }

        /** A scheduler that the application sets comes after, and stays. */
        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }

        @Override
        public void destroy() {
            scheduler.destroy();
        }
    }
}
