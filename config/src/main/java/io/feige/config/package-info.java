/**
 * Settings of a process: one file, the environment and flags, read against a table of what there is
 * to set.
 */
@NullMarked
package io.feige.config;

import org.jspecify.annotations.NullMarked;
