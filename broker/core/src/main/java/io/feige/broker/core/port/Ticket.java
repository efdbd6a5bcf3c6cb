package io.feige.broker.core.port;

import io.feige.protocol.command.CommandType;

/**
 * Which request of whom is answered.
 *
 * @param session the connection that sent it
 * @param correlation its number on that connection
 * @param command of the request
 */
public record Ticket(long session, int correlation, CommandType command) {}
