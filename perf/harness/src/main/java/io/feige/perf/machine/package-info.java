/** The machine that something is measured on. */
@NullMarked
package io.feige.perf.machine;

import org.jspecify.annotations.NullMarked;
