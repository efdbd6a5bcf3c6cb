/**
 * Everything that decides. State and rules only: time, chance and identity come in as arguments.
 */
@NullMarked
package io.feige.broker.core;

import org.jspecify.annotations.NullMarked;
