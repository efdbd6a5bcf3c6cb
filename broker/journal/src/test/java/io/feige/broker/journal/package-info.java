/** Tests of the journal, most of them on a disk in memory that can lose what was not fsynced. */
@NullMarked
package io.feige.broker.journal;

import org.jspecify.annotations.NullMarked;
