/** The answers that clients of a pair get, and where they come from. */
@NullMarked
package io.feige.broker.server.pair.clients;

import org.jspecify.annotations.NullMarked;
