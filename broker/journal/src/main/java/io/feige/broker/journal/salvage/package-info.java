/**
 * What had to be cut from a replica's journal, because the other replica's went on differently. It
 * is kept in a file for each cut, beside the journal, until somebody has looked at it: listed, read
 * and published again where that is wanted, and then dropped.
 */
@NullMarked
package io.feige.broker.journal.salvage;

import org.jspecify.annotations.NullMarked;
