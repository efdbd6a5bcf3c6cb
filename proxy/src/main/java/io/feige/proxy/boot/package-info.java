/** Starts and stops a proxy. */
@NullMarked
package io.feige.proxy.boot;

import org.jspecify.annotations.NullMarked;
