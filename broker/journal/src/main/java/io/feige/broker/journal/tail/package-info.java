/** Where the durable part of a journal ends, and what proves it. */
@NullMarked
package io.feige.broker.journal.tail;

import org.jspecify.annotations.NullMarked;
