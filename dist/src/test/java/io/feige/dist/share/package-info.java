/** Consumers of a group and what becomes of the messages that they hold. */
@NullMarked
package io.feige.dist.share;

import org.jspecify.annotations.NullMarked;
