/** What the journal's frames mean: the records that state is made of, and their bytes. */
@NullMarked
package io.feige.broker.core.record;

import org.jspecify.annotations.NullMarked;
