package io.github.ratelimited.launcher;

import java.util.List;
import java.util.stream.Stream;

/**
 * Moves a slot of a cluster from one master to another by hand, as {@code redis-cli --cluster reshard} does.
 *
 * @param slot the slot, 0 to 16383
 * @param from the master that owns it
 * @param to the master that gets it
 */
public record SlotMigration(int slot, RedisServer from, RedisServer to) implements AutoCloseable {

    private static final String TIMEOUT_MILLIS = "5000";
    private static final int MOST_AT_ONCE = 100;

    /** {@return a migration of the slot of a key to another master, not begun} */
    public static SlotMigration of(RedisCluster cluster, String key) {
        return new SlotMigration(cluster.slotOf(key), cluster.masterOf(key), cluster.otherMasterThan(key));
    }

    /** From now on the old owner sends clients that ask for keys it does not have to the new one. */
    public void begin() {
        setSlot(to, "IMPORTING", id(from));
        setSlot(from, "MIGRATING", id(to));
    }

    /** Moves keys that are there now, at most so many; returns how many it has moved. */
    public int moveKeys(int most) {
        List<?> keys =
                (List<?>) from.redis().command("CLUSTER", "GETKEYSINSLOT", String.valueOf(slot), String.valueOf(most));
        keys = keys == null ? List.of() : keys;
        if (!keys.isEmpty()) {
            from.redis()
                    .command(Stream.concat(
                                    Stream.of(
                                            "MIGRATE",
                                            to.host(),
                                            String.valueOf(to.port()),
                                            "",
                                            "0",
                                            TIMEOUT_MILLIS,
                                            "KEYS"),
                                    keys.stream().map(String::valueOf))
                            .toArray(String[]::new));
        }
        return keys.size();
    }

    /** Makes the new owner the only one. The keys have to be moved before. */
    public void end() {
        setSlot(to, "NODE", id(to));
        setSlot(from, "NODE", id(to));
    }

    /** Completes the migration however far it is: a slot that stays half moved fails all who use the cluster later. */
    @Override
    public void close() {
        int moved;
        do {
            moved = moveKeys(MOST_AT_ONCE);
        } while (moved == MOST_AT_ONCE);
        end();
    }

    private void setSlot(RedisServer server, String what, String id) {
        server.redis().command("CLUSTER", "SETSLOT", String.valueOf(slot), what, id);
    }

    private static String id(RedisServer server) {
        return String.valueOf(server.redis().command("CLUSTER", "MYID"));
    }
}
