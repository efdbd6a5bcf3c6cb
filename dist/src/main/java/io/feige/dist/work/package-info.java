/** Requests to workers, and workers. */
@NullMarked
package io.feige.dist.work;

import org.jspecify.annotations.NullMarked;
