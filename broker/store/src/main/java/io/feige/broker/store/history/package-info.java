/** Questions to the message store. */
@NullMarked
package io.feige.broker.store.history;

import org.jspecify.annotations.NullMarked;
