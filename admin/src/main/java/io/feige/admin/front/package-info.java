/**
 * The port for clients and nodes: sockets, frames, handshake; routes for clients, beats and reports
 * of nodes.
 */
@NullMarked
package io.feige.admin.front;

import org.jspecify.annotations.NullMarked;
