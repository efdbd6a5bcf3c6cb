/** The command line. */
@NullMarked
package io.feige.dist;

import org.jspecify.annotations.NullMarked;
