package io.feige.protocol.codec;

import io.feige.protocol.command.Request;

/**
 * What somebody asked, and for whom.
 *
 * @param user for which user; empty: for itself
 */
public record Asked(String user, Request request) {}
