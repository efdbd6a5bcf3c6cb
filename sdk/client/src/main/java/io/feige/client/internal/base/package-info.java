/** What the parts of the engine share. Not public API. */
@NullMarked
package io.feige.client.internal.base;

import org.jspecify.annotations.NullMarked;
