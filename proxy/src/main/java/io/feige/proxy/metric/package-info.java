/** What a proxy counts. */
@NullMarked
package io.feige.proxy.metric;

import org.jspecify.annotations.NullMarked;
