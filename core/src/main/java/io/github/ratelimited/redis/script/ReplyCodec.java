package io.github.ratelimited.redis.script;

import java.util.function.Function;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.client.protocol.Decoder;

/**
 * Reads the reply of one script where Redisson decodes it, which is before it frees the connection and completes its
 * stages. Redisson takes a codec of this kind as it is; of others it keeps copies for the class loaders of threads.
 */
final class ReplyCodec extends ByteArrayCodec {

    private final Decoder<Object> decoder;

    ReplyCodec(Function<byte[], ?> reader) {
        Decoder<Object> bytes = super.getValueDecoder();
        this.decoder = (buffer, state) -> reader.apply((byte[]) bytes.decode(buffer, state));
    }

    @Override
    public Decoder<Object> getValueDecoder() {
        return decoder;
    }
}
