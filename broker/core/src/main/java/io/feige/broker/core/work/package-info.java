/**
 * Work topics: requests that wait in memory for a worker, and come back to whoever asked. Decisions
 * alone, without sockets, threads or a clock. Nothing of it is in the journal or on the standby: if
 * the node dies, whoever holds a request repeats it.
 */
@NullMarked
package io.feige.broker.core.work;

import org.jspecify.annotations.NullMarked;
