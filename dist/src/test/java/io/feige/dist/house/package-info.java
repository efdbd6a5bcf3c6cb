/** The rules of the house that a compiler does not hold, as ordinary tests over all modules. */
@NullMarked
package io.feige.dist.house;

import org.jspecify.annotations.NullMarked;
