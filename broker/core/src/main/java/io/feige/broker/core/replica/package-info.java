/** The replica machine: which role a replica has, and how far its journal is confirmed. */
@NullMarked
package io.feige.broker.core.replica;

import org.jspecify.annotations.NullMarked;
