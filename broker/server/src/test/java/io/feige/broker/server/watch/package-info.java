/** Tests of the process that watches a node's. */
@NullMarked
package io.feige.broker.server.watch;

import org.jspecify.annotations.NullMarked;
