/** The one table of errors, and the one exception that decoding throws. */
@NullMarked
package io.feige.protocol.error;

import org.jspecify.annotations.NullMarked;
