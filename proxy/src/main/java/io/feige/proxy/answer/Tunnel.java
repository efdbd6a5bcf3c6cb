package io.feige.proxy.answer;

import io.feige.proxy.front.Speaker;

/**
 * The connection speaks WebSocket from now on, and another protocol in its binary messages.
 *
 * @param subprotocols names of that protocol, separated by commas
 */
public record Tunnel(String subprotocols, Speaker speaker) implements Answer {}
