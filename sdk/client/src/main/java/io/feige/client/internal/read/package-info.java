/** Reading ahead in a topic. Not public API. */
@NullMarked
package io.feige.client.internal.read;

import org.jspecify.annotations.NullMarked;
