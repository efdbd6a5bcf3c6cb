/** The commands on consumer groups. */
@NullMarked
package io.feige.dist.group;

import org.jspecify.annotations.NullMarked;
