/** From messages to confirmed batches. Not public API. */
@NullMarked
package io.feige.client.internal.publish;

import org.jspecify.annotations.NullMarked;
