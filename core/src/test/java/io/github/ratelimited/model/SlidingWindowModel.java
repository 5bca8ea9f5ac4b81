package io.github.ratelimited.model;

import io.github.ratelimited.RateLimit;
import io.github.ratelimited.store.Micros;
import java.util.ArrayList;
import java.util.List;

final class SlidingWindowModel extends ReferenceModel {

    private List<Long> grants = new ArrayList<>();

    /** The longest interval that it granted under, and the last moment that it did. */
    private long longest;

    private long lastUnderLongest;

    private List<Long> live(long now, RateLimit limit) {
        return since(now - Micros.of(limit.interval()));
    }

    private List<Long> since(long moment) {
        return grants.stream().filter(time -> time > moment).toList();
    }

    /** How long grants are kept: for as long as the longest interval that was used within its own length. */
    private long span(long now, RateLimit limit) {
        long interval = Micros.of(limit.interval());
        return lastUnderLongest + longest > now ? Math.max(longest, interval) : interval;
    }

    @Override
    public long due(long now, RateLimit limit, long permits) {
        List<Long> live = live(now, limit);
        long due = live.isEmpty() ? now : Math.max(now, live.get(live.size() - 1));
        long index = live.size() + permits - limit.rate() - 1;
        return index < 0 ? due : Math.max(due, live.get((int) index) + Micros.of(limit.interval()));
    }

    @Override
    public boolean isOverdrawn(long now, RateLimit limit) {
        return live(now, limit).size() > limit.rate();
    }

    @Override
    public void book(long now, RateLimit limit, long permits, long due) {
        long span = span(now, limit);
        grants = new ArrayList<>(since(now - span));
        if (span == Micros.of(limit.interval())) {
            longest = span;
            lastUnderLongest = due;
        }
        for (int i = 0; i < permits; i++) {
            grants.add(due);
        }
    }

    @Override
    public boolean giveBack(long now, RateLimit limit, long permits, long granted, long back) {
        boolean given = false;
        for (int i = 0; i < back && granted > now - span(now, limit); i++) {
            given |= grants.remove(granted);
        }
        return kept(now, given);
    }

    @Override
    public boolean release(long now, RateLimit limit, long permits) {
        List<Long> kept = since(now - span(now, limit));
        long due = kept.stream().filter(time -> time <= now).count();
        int released = (int) Math.min(due, permits);
        if (released > 0) {
            grants = new ArrayList<>(kept.subList(released, kept.size()));
        }
        return kept(now, released > 0);
    }

    private boolean kept(long now, boolean written) {
        boolean gone = grants.isEmpty() && blockedFor(now) == 0;
        if (written && grants.isEmpty()) {
            longest = 0;
        }
        if (written && gone) {
            forget();
        }
        return written && !gone;
    }

    @Override
    void lifted() {
        if (grants.isEmpty()) {
            forget();
        }
    }

    @Override
    public long resetAt(long now, RateLimit limit) {
        return grants.isEmpty() ? now : Math.max(now, grants.get(grants.size() - 1) + Micros.of(limit.interval()));
    }

    @Override
    public void charge(long now, RateLimit limit, long permits) {
        List<Long> live = live(now, limit);
        book(now, limit, permits, live.isEmpty() ? now : Math.max(now, live.get(live.size() - 1)));
    }
}
