package io.github.ratelimited;

/** Who is told about a limit. */
public enum Audience {

    /** The clients of this application: header fields and rejections show them the limit. */
    CLIENT,

    /** No one outside: the limit protects something behind this application, such as a vendor's quota. */
    NONE
}
