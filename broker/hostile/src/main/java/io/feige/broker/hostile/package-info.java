/** Commands of clients that mean ill: for tests, which send them to whatever takes commands. */
@NullMarked
package io.feige.broker.hostile;

import org.jspecify.annotations.NullMarked;
