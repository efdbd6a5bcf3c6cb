/** The message store over a real database server. */
@NullMarked
package io.feige.broker.store;

import org.jspecify.annotations.NullMarked;
