/** What is known about the members of a pair, and what follows from it. */
@NullMarked
package io.feige.broker.core.controller.evidence;

import org.jspecify.annotations.NullMarked;
