package io.github.ratelimited;

/** Whom a limit is meant for, and so who is told about it. */
public enum Audience {

    /** The clients of this application: header fields and a refusal tell them the limit. */
    CLIENT,

    /** Nobody outside: the limit protects something behind this application, such as a vendor's quota. */
    NONE
}
