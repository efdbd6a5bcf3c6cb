/** The commands on topics. */
@NullMarked
package io.feige.dist.topic;

import org.jspecify.annotations.NullMarked;
