package io.github.ratelimited.autoconfigure.limiter;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Consumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.impl.AMQImpl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.connection.Connection;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;

/** As much of RabbitMQ as one consumer of one queue notices: it delivers, takes acknowledgements, and delivers again. */
final class StubBroker implements AutoCloseable {

    private static final String TAG = "consumer";

    private final ExecutorService network = Executors.newSingleThreadExecutor();
    private final Map<Long, String> unacknowledged = new ConcurrentHashMap<>();
    private final AtomicLong deliveryTags = new AtomicLong();
    private final Queue<String> waiting;
    final AtomicInteger redeliveries = new AtomicInteger();
    final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    final Queue<String> deadLetters = new ConcurrentLinkedQueue<>();
    private final int mostRedeliveries;
    private volatile @Nullable Consumer consumer;

    /**
     * A queue.
     *
     * @param messages what is in it
     * @param mostRedeliveries how often a message is delivered again, so that this ends
     */
    StubBroker(List<String> messages, int mostRedeliveries) {
        this.waiting = new ConcurrentLinkedQueue<>(messages);
        this.mostRedeliveries = mostRedeliveries;
    }

    ConnectionFactory connections() {
        Connection connection = stub(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "createChannel" -> stub(Channel.class, this::onChannel);
            case "isOpen" -> true;
            case "getLocalPort" -> 5672;
            default -> null;
        });
        return stub(ConnectionFactory.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "createConnection" -> connection;
            case "getPort" -> 5672;
            case "isSimplePublisherConfirms", "isPublisherConfirms", "isPublisherReturns", "removeConnectionListener" ->
                false;
            default -> null;
        });
    }

    private Object onChannel(Object proxy, Method method, Object[] arguments) {
        switch (method.getName()) {
            case "isOpen" -> {
                return true;
            }
            case "getChannelNumber" -> {
                return 1;
            }
            case "queueDeclarePassive" -> {
                return new AMQImpl.Queue.DeclareOk((String) arguments[0], waiting.size(), 1);
            }
            case "basicConsume" -> {
                Consumer consumer = (Consumer) arguments[arguments.length - 1];
                network.execute(() -> {
                    consumer.handleConsumeOk(TAG);
                    deliverAll(consumer);
                });
                return TAG;
            }
            case "basicCancel" ->
                network.execute(() -> Objects.requireNonNull(consumer).handleCancelOk(TAG));
            case "basicAck" -> acknowledged.addAll(settled((Long) arguments[0], (Boolean) arguments[1]));
            case "basicNack" -> rejected((Long) arguments[0], (Boolean) arguments[1], (Boolean) arguments[2]);
            case "basicReject" -> rejected((Long) arguments[0], false, (Boolean) arguments[1]);
            default -> {
                return null;
            }
        }
        return null;
    }

    private void deliverAll(Consumer to) {
        consumer = to;
        for (String message = waiting.poll(); message != null; message = waiting.poll()) {
            deliver(message, false);
        }
    }

    private void deliver(String message, boolean again) {
        long tag = deliveryTags.incrementAndGet();
        unacknowledged.put(tag, message);
        try {
            Objects.requireNonNull(consumer)
                    .handleDelivery(
                            TAG,
                            new Envelope(tag, again, "", "orders"),
                            new AMQP.BasicProperties.Builder()
                                    .contentType("text/plain")
                                    .build(),
                            message.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private List<String> settled(long tag, boolean andBefore) {
        List<Long> tags = unacknowledged.keySet().stream()
                .filter(one -> one == tag || andBefore && one < tag)
                .sorted()
                .toList();
        return tags.stream().map(unacknowledged::remove).toList();
    }

    private void rejected(long tag, boolean andBefore, boolean requeue) {
        List<String> messages = settled(tag, andBefore);
        if (!requeue) {
            deadLetters.addAll(messages);
        } else if (redeliveries.addAndGet(messages.size()) <= mostRedeliveries) {
            network.execute(() -> messages.forEach(message -> deliver(message, true)));
        }
    }

    private static <T> T stub(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getDeclaringClass() == Object.class) {
                        return switch (method.getName()) {
                            case "equals" -> proxy == arguments[0];
                            case "hashCode" -> System.identityHashCode(proxy);
                            default -> "stub of " + type.getSimpleName();
                        };
                    }
                    return handler.invoke(proxy, method, arguments);
                }));
    }

    @Override
    public void close() {
        network.shutdownNow();
    }
}
