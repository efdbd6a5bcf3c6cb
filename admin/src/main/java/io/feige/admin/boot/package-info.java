/** Puts an Admin together, starts and stops it. */
@NullMarked
package io.feige.admin.boot;

import org.jspecify.annotations.NullMarked;
