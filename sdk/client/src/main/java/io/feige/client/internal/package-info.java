/**
 * The engine behind the public interfaces. Not public API: anything here may change at any time.
 */
@NullMarked
package io.feige.client.internal;

import org.jspecify.annotations.NullMarked;
