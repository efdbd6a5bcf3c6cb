/** The compression libraries behind the ports of {@link io.feige.protocol.batch}. */
@NullMarked
package io.feige.compression;

import org.jspecify.annotations.NullMarked;
