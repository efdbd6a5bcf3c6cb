/** A private certificate authority: makes itself, and certificates for the parts of a cluster. */
@NullMarked
package io.feige.certificates;

import org.jspecify.annotations.NullMarked;
