/**
 * The front: sockets, frames, handshake, and the hand-over of requests to whoever serves the pair.
 */
@NullMarked
package io.feige.broker.server.net;

import org.jspecify.annotations.NullMarked;
