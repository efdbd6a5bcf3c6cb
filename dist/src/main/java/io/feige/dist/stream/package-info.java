/** Lines in, lines out, and messages under way between. */
@NullMarked
package io.feige.dist.stream;

import org.jspecify.annotations.NullMarked;
