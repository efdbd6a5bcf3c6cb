/** What operators see of a node: metrics, health, and log lines with stable ids. */
@NullMarked
package io.feige.broker.server.ops;

import org.jspecify.annotations.NullMarked;
