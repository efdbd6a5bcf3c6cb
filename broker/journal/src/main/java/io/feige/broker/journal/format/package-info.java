/** What the bytes of a segment and a snapshot mean: {@code docs/journal-format.md}. */
@NullMarked
package io.feige.broker.journal.format;

import org.jspecify.annotations.NullMarked;
