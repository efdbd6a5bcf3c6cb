/** A journal of files with the state applied from it, and the threads that work for it. */
@NullMarked
package io.feige.broker.server.pair.store;

import org.jspecify.annotations.NullMarked;
