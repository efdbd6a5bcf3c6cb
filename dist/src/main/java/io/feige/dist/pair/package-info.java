/** The commands on pairs. */
@NullMarked
package io.feige.dist.pair;

import org.jspecify.annotations.NullMarked;
