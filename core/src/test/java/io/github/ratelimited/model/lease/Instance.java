package io.github.ratelimited.model.lease;

import java.util.ArrayList;
import java.util.List;

/** An instance of the fleet, which takes permits ahead in chunks and spends them by itself. */
final class Instance {

    /** Permits that go back. */
    record Return(long granted, long permits) {}

    /** What an instance asks the store. */
    record Question(Instance from, long flight, long sent, long asked, long want, List<Return> returns) {}

    private static final class Chunk {

        final long granted;
        final long end;
        long left;

        Chunk(long granted, long end, long left) {
            this.granted = granted;
            this.end = end;
            this.left = left;
        }
    }

    long granted;
    long rejected;
    long asked;

    private final Fleet fleet;
    private final List<Chunk> chunks = new ArrayList<>();
    private List<Return> returns = new ArrayList<>();
    private long lease;
    private long since;
    private long period;
    private long current;
    private long previous;
    private long flight;
    private long waiting;
    private long pausedUntil;
    private long pause;
    private boolean alive;
    private boolean unmet;

    Instance(Fleet fleet) {
        this.fleet = fleet;
        start(0);
    }

    void start(long now) {
        chunks.clear();
        returns = new ArrayList<>();
        since = Counted.NEVER;
        period = now;
        current = 0;
        previous = 0;
        flight = 0;
        waiting = 0;
        pausedUntil = 0;
        pause = 0;
        unmet = false;
        alive = true;
        lease = fleet.lease
                - (fleet.rules.jitter() == 0 ? 0 : fleet.random.nextLong(fleet.lease / fleet.rules.jitter() + 1));
    }

    boolean isAlive() {
        return alive;
    }

    boolean isIdle() {
        return chunks.isEmpty() && returns.isEmpty() && waiting == 0;
    }

    private long held() {
        return chunks.stream().mapToLong(chunk -> chunk.left).sum();
    }

    private long use(long now) {
        long gone = (now - period) / lease;
        if (gone > 0) {
            previous = gone == 1 ? current : 0;
            current = 0;
            period += gone * lease;
        }
        return Math.max(current, previous);
    }

    /** A tick with so many calls. */
    void step(long now, long calls) {
        endChunks(now);
        long left = calls - spend(now, calls);
        if (left > 0 && now < pausedUntil) {
            rejected += left;
            fleet.rejectedInProcess += left;
            left = 0;
        }
        waiting += left;
        long use = use(now);
        if (flight == 0) {
            ask(now, use, held());
        }
    }

    private void endChunks(long now) {
        while (!chunks.isEmpty() && now >= chunks.get(0).end) {
            Chunk chunk = chunks.remove(0);
            if (chunk.left > 0) {
                returns.add(new Return(chunk.granted, chunk.left));
                fleet.out -= chunk.left;
                since = Math.min(since, now);
            }
        }
    }

    private long spend(long now, long calls) {
        long spent = 0;
        for (Chunk chunk : chunks) {
            long taken = Math.min(calls - spent, chunk.left);
            if (taken > 0) {
                use(now);
                chunk.left -= taken;
                current += taken;
                spent += taken;
            }
        }
        chunks.removeIf(chunk -> chunk.left == 0);
        granted += spent;
        fleet.spent(now, spent);
        return spent;
    }

    private void ask(long now, long use, long held) {
        LeaseRules rules = fleet.rules;
        boolean low = held * lease <= use * rules.ahead() * 2 * Fleet.HALF
                || chunks.isEmpty()
                || chunks.get(chunks.size() - 1).end - now <= rules.ahead() * 2 * Fleet.HALF;
        boolean hot = fleet.leases && use >= rules.hot();
        boolean patient = unmet && !rules.eager();
        boolean renew = hot && use > held && !chunks.isEmpty() && low && !patient && now >= pausedUntil;
        boolean overdue = !returns.isEmpty() && now - since >= lease / rules.back();
        if (waiting > 0 || renew || overdue) {
            long want = hot && (waiting > 0 || renew) ? Math.max(0, use * rules.grow() - held) : 0;
            flight = now + 1;
            fleet.send(now, new Question(this, flight, now, waiting, want, returns));
            waiting = 0;
            returns = new ArrayList<>();
            since = Counted.NEVER;
        }
    }

    /** Is told what the store has decided. */
    void reply(long now, Question question, Fleet.Answer answer) {
        if (flight != question.flight()) {
            fleet.out -= answer.chunk();
            fleet.lost += answer.chunk();
            return;
        }
        flight = 0;
        use(now);
        current += answer.got();
        unmet = question.want() > 0 ? answer.chunk() < question.want() : unmet;
        if (answer.chunk() > 0) {
            // From the sending, never from the reply, or it could outlive its window.
            long end = question.sent() + Math.min(lease, answer.ends() - answer.at());
            chunks.add(new Chunk(answer.at(), end, answer.chunk()));
        }
        if (answer.got() < question.asked()) {
            rejected += question.asked() - answer.got();
            rejectUntil(now, answer.due() - answer.at());
        } else if (answer.chunk() >= question.want()) {
            pause = 0;
        }
    }

    private void rejectUntil(long now, long retryAfter) {
        if (fleet.leases) {
            switch (fleet.rules.rejections()) {
                case REMEMBERED -> pausedUntil = now + retryAfter;
                case SPREAD -> {
                    long longest = use(now) >= fleet.rules.hot() ? lease / 4 : 0;
                    pausedUntil = now + retryAfter + fleet.random.nextLong(longest + 1);
                }
                case PAUSED -> {
                    pause = Math.min(lease, Math.max(retryAfter, Math.min(Math.max(1, 2 * pause), lease / 4)));
                    pausedUntil = now + pause - fleet.random.nextLong(pause / 2 + 1);
                }
            }
        }
    }

    void die(long now) {
        long lost = held();
        fleet.out -= lost;
        fleet.lost += lost;
        fleet.deaths++;
        start(now);
        alive = false;
    }
}
