/** Tests of the rows that frames make. */
@NullMarked
package io.feige.broker.store.row;

import org.jspecify.annotations.NullMarked;
