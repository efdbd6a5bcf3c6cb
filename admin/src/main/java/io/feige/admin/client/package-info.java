/** Asks nodes, through the SDK, what callers of an Admin want to know of messages. */
@NullMarked
package io.feige.admin.client;

import org.jspecify.annotations.NullMarked;
