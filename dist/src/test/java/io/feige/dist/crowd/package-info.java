/** Fills a cluster with what its Admin is then tried with. */
@NullMarked
package io.feige.dist.crowd;

import org.jspecify.annotations.NullMarked;
