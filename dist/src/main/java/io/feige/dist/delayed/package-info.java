/** The commands on messages that wait for their time. */
@NullMarked
package io.feige.dist.delayed;

import org.jspecify.annotations.NullMarked;
