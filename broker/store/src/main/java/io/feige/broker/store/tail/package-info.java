/** The reader that follows a journal into the database. */
@NullMarked
package io.feige.broker.store.tail;

import org.jspecify.annotations.NullMarked;
