/** Commands to bytes and back, written by hand and pinned by golden tests. */
@NullMarked
package io.feige.protocol.codec;

import org.jspecify.annotations.NullMarked;
