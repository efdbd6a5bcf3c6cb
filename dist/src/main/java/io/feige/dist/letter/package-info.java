/** The commands on dead letters. */
@NullMarked
package io.feige.dist.letter;

import org.jspecify.annotations.NullMarked;
