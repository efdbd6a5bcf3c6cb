/** The message store: what a pair's journal says of messages and deliveries, in SQL. */
@NullMarked
package io.feige.broker.store;

import org.jspecify.annotations.NullMarked;
