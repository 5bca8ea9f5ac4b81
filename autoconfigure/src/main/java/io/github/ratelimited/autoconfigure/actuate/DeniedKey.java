package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.key.KeyEncoding;
import io.github.ratelimited.observe.DeniedKeys.Denied;

/** How often a key was denied; instead of the key it may be the first 16 digits of its SHA-256. */
record DeniedKey(String limiter, String key, long denials) {

    private static final int DIGITS = 16;

    static DeniedKey of(Denied denied, boolean plain) {
        return new DeniedKey(denied.limiter(), plain ? denied.key() : hash(denied.key()), denied.denials());
    }

    static String hash(String key) {
        return KeyEncoding.sha256(key).substring(0, DIGITS);
    }
}
