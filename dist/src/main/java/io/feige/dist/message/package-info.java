/** The commands that move messages: publish, pull, read. */
@NullMarked
package io.feige.dist.message;

import org.jspecify.annotations.NullMarked;
