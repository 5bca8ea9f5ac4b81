package io.github.ratelimited.outbound;

import java.net.URI;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/** A request to others, with what the program has attached to it, and in the form of its client. */
record ClientCall(String method, URI uri, HttpHeaders headers, Map<String, Object> attributes, Object request) {}
