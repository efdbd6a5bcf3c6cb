/** The commands on the message store. */
@NullMarked
package io.feige.dist.history;

import org.jspecify.annotations.NullMarked;
