/** The command that runs a proxy. */
@NullMarked
package io.feige.dist.proxy;

import org.jspecify.annotations.NullMarked;
