package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;
import java.util.ArrayList;
import java.util.List;

final class SlidingWindowModel extends ReferenceModel {

    private final long horizon;
    private final List<Long> grants = new ArrayList<>();

    SlidingWindowModel(long horizon) {
        this.horizon = horizon;
    }

    private List<Long> live(long now, RateLimit limit) {
        return grants.stream()
                .filter(time -> time > now - Micros.of(limit.interval()))
                .toList();
    }

    @Override
    public long due(long now, RateLimit limit, long permits) {
        List<Long> live = live(now, limit);
        long due = now;
        if (!grants.isEmpty()) {
            due = Math.max(due, grants.get(grants.size() - 1));
        }
        long index = live.size() + permits - limit.rate() - 1;
        return index < 0 ? due : Math.max(due, live.get((int) index) + Micros.of(limit.interval()));
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        grants.retainAll(live(now, limit));
        for (int i = 0; i < permits; i++) {
            grants.add(due);
        }
    }

    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted) {
        for (int i = 0; i < permits; i++) {
            grants.remove(granted);
        }
        return true;
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        grants.retainAll(live(now, limit));
        long due = grants.stream().filter(time -> time <= now).count();
        grants.subList(0, (int) Math.min(due, permits)).clear();
        return true;
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return grants.isEmpty() ? now : Math.max(now, grants.get(grants.size() - 1) + Micros.of(limit.interval()));
    }

    /** What lies farther ahead than anything can be reserved is moved to where the last could have been reserved. */
    @Override
    public void look(long now) {
        long ahead = grants.isEmpty() ? 0 : grants.get(grants.size() - 1) - now - horizon;
        if (ahead > 0) {
            grants.replaceAll(time -> time - ahead);
        }
    }

    @Override
    void moveBack(long micros) {}
}
