/** From parked pulls to settled deliveries. Not public API. */
@NullMarked
package io.feige.client.internal.consume;

import org.jspecify.annotations.NullMarked;
