/**
 * Commands for tests: one of each kind, and those of clients that mean ill, for whatever takes
 * commands.
 */
@NullMarked
package io.feige.broker.hostile;

import org.jspecify.annotations.NullMarked;
