/** What the rows of the message store are, and how they are read from a journal. */
@NullMarked
package io.feige.broker.store.row;

import org.jspecify.annotations.NullMarked;
