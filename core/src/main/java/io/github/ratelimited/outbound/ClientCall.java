package io.github.ratelimited.outbound;

import java.net.URI;
import java.util.Map;
import org.springframework.http.HttpHeaders;

/**
 * A request to others.
 *
 * @param method HTTP method, in upper case
 * @param uri where it goes
 * @param headers its headers
 * @param attributes what the program has attached to it
 * @param request the request in the form of its client
 */
record ClientCall(String method, URI uri, HttpHeaders headers, Map<String, Object> attributes, Object request) {}
