/** Faults injected into a running cluster under load, and what the clients saw of them. */
@NullMarked
package io.feige.dist.chaos;

import org.jspecify.annotations.NullMarked;
