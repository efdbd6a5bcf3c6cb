/** What travels on the wire and lies on the disk: frames, commands, batches and error codes. */
@NullMarked
package io.feige.protocol;

import org.jspecify.annotations.NullMarked;
