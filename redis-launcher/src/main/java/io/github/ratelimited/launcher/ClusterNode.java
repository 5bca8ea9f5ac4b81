package io.github.ratelimited.launcher;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One line of {@code CLUSTER NODES}.
 *
 * @param id name that the cluster knows the node by
 * @param port TCP port for clients
 * @param flags what the node is and how it is, for example {@code master} or {@code fail?}
 * @param masterId the id of a replica's master, {@code -} for a master
 * @param connected whether the one that was asked has a link to the node
 * @param slots the slots it owns, each a number or a range as {@code 0-5460}; slots on the move are left out
 */
record ClusterNode(String id, int port, Set<String> flags, String masterId, boolean connected, List<String> slots) {

    static List<ClusterNode> seenFrom(RedisServer server) {
        return String.valueOf(server.redis().command("CLUSTER", "NODES"))
                .lines()
                .map(ClusterNode::parse)
                .toList();
    }

    static ClusterNode parse(String line) {
        String[] words = line.split(" ");
        String address = words[1].split("[@,]")[0];
        return new ClusterNode(
                words[0],
                Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)),
                Set.of(words[2].split(",")),
                words[3],
                words[7].equals("connected"),
                Stream.of(words).skip(8).filter(slot -> !slot.startsWith("[")).toList());
    }

    boolean isMaster() {
        return flags.contains("master") && !failed();
    }

    boolean isReplica() {
        return flags.contains("slave") && !failed();
    }

    /** Another node only suspects a failure as long as it says {@code fail?}. */
    private boolean failed() {
        return flags.contains("fail");
    }

    boolean wellSeen() {
        return connected && Set.of("master", "slave", "myself").containsAll(flags);
    }

    boolean owns(int slot) {
        return slots.stream().anyMatch(range -> {
            String[] ends = range.split("-");
            return Integer.parseInt(ends[0]) <= slot && slot <= Integer.parseInt(ends[ends.length - 1]);
        });
    }
}
