/** The first command of the README. */
@NullMarked
package io.feige.dist.demo;

import org.jspecify.annotations.NullMarked;
