/** Sessions over WebSocket: publish, subscribe, credit and settle in JSON, on one connection. */
@NullMarked
package io.feige.proxy.session;

import org.jspecify.annotations.NullMarked;
