package io.github.ratelimited.model.lease;

import io.github.ratelimited.model.lease.Instance.Question;
import io.github.ratelimited.model.lease.Instance.Return;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Instances that share one limit, tick by tick. A lease is a grant that the store counts early and that leaves later. Half a
 * round trip takes {@value #HALF} ticks.
 */
final class Fleet {

    static final int HALF = 2;

    /**
     * What is limited and by whom it is used.
     *
     * @param algorithm its name; that of the calendar too
     * @param rate permits in each interval
     * @param interval ticks
     * @param lease ticks
     * @param rates calls in a tick of each instance
     * @param busy part of the time in which an instance calls at all
     * @param dying chance of an instance to die in a tick
     * @param ticks length of the run
     */
    record Load(
            String algorithm,
            long rate,
            int interval,
            int lease,
            double[] rates,
            double busy,
            double dying,
            int ticks) {

        static Load of(String algorithm, long rate, int interval, int lease, double[] rates, int ticks) {
            return new Load(algorithm, rate, interval, lease, rates, 1, 0, ticks);
        }

        Load withInterval(int other) {
            return new Load(algorithm, rate, other, lease, rates, busy, dying, ticks);
        }
    }

    /** What the store has decided at a moment. */
    record Answer(long at, long got, long chunk, long due, long ends) {}

    final Load load;
    final LeaseRules rules;
    final boolean leases;
    final int lease;
    final Random random;
    final List<Instance> instances = new ArrayList<>();

    /** Permits with which calls left at a tick, of them those of the store, those that were leased and unspent before it, and what the store counts. */
    final long[] used;

    final long[] usedByStore;
    final long[] held;
    final long[] counted;
    long out;
    long inProcess;
    long rejectedInProcess;
    long scripts;
    long lost;
    long returned;
    long deaths;

    private final Counted store;
    private final Map<Long, List<Runnable>> events = new HashMap<>();
    private long now;

    Fleet(Load load, LeaseRules rules, boolean leases, long seed) {
        this.load = load;
        this.rules = rules;
        this.leases = leases;
        this.lease = load.lease();
        this.random = new Random(seed);
        this.store = Counted.of(load.algorithm(), load.rate(), load.interval());
        this.used = new long[load.ticks() + 1];
        this.usedByStore = new long[load.ticks() + 1];
        this.held = new long[load.ticks() + 1];
        this.counted = new long[load.ticks() + 1];
        List<Arrivals> arrivals = IntStream.range(0, load.rates().length)
                .mapToObj(i -> new Arrivals(load.rates()[i], load.busy(), lease, seed * 1_000_003 + i))
                .toList();
        arrivals.forEach(calls -> instances.add(new Instance(this)));
        for (now = 0; now < load.ticks(); now++) {
            held[(int) now] = out;
            List<Runnable> due = events.remove(now);
            if (due != null) {
                // Nobody is always the first of a tick.
                Collections.shuffle(due, random);
                due.forEach(Runnable::run);
            }
            for (int i = 0; i < arrivals.size(); i++) {
                step(instances.get(i), arrivals.get(i).next());
            }
        }
    }

    private void step(Instance instance, long calls) {
        if (load.dying() > 0 && random.nextDouble() < load.dying()) {
            if (instance.isAlive()) {
                instance.die(now);
            } else {
                instance.start(now);
            }
        }
        if (instance.isAlive()) {
            instance.asked += calls;
            if (calls > 0 || !instance.isIdle()) {
                instance.step(now, calls);
            }
        }
    }

    private void at(long moment, Runnable task) {
        events.computeIfAbsent(moment, none -> new ArrayList<>()).add(task);
    }

    void spent(long moment, long permits) {
        used[(int) moment] += permits;
        out -= permits;
        inProcess += permits;
    }

    void send(long moment, Question question) {
        at(moment + HALF, () -> serve(question));
    }

    private void serve(Question question) {
        scripts++;
        for (Return back : question.returns()) {
            store.giveBack(now, back.granted(), back.permits());
            counted[(int) back.granted()] -= back.permits();
            returned += back.permits();
        }
        long left = Math.max(0, store.left(now));
        long got = Math.min(question.asked(), left);
        long chunk = Math.min(question.want(), (left - got) / rules.fraction());
        if (got + chunk > 0) {
            store.take(now, got + chunk);
            counted[(int) now] += got + chunk;
        }
        used[(int) now] += got;
        usedByStore[(int) now] += got;
        question.from().granted += got;
        out += chunk;
        long ends = rules.cut() ? store.ends(now) : Counted.NEVER;
        Answer answer = new Answer(now, got, chunk, store.due(now), ends);
        at(now + HALF, () -> question.from().reply(now, question, answer));
    }

    long granted() {
        return instances.stream().mapToLong(instance -> instance.granted).sum();
    }

    long asked() {
        return instances.stream().mapToLong(instance -> instance.asked).sum();
    }
}
