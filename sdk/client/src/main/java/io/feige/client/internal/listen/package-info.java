/** Handlers at work, on any consumer. Not public API. */
@NullMarked
package io.feige.client.internal.listen;

import org.jspecify.annotations.NullMarked;
