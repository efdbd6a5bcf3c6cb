/** Opening and verifying what is on the disk. */
@NullMarked
package io.feige.broker.journal.recovery;

import org.jspecify.annotations.NullMarked;
