/** How long is waited for what is late, by what was usual lately. */
@NullMarked
package io.feige.broker.core.time;

import org.jspecify.annotations.NullMarked;
