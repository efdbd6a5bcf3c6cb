/**
 * The process that watches a node's process, and proves its death. It runs on plain sockets, so
 * that it stays small.
 */
@NullMarked
package io.feige.broker.server.watch;

import org.jspecify.annotations.NullMarked;
