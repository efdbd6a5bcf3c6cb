/** Connections: handshake, correlation, keep-alive, reconnect. Not public API. */
@NullMarked
package io.feige.client.internal.net;

import org.jspecify.annotations.NullMarked;
