package io.github.ratelimited;

/** For whom a limit is meant, and so who learns of it. */
public enum Audience {

    /** The clients of this application: header fields and a refusal show them the limit. */
    CLIENT,

    /** No one outside: the limit protects something behind this application, such as a vendor's quota. */
    NONE
}
