/** A steady load of messages whose every step is accounted for. */
@NullMarked
package io.feige.dist.traffic;

import org.jspecify.annotations.NullMarked;
