/** Connections between the replicas of a pair: made, proved, and kept until one side hangs up. */
@NullMarked
package io.feige.broker.server.link;

import org.jspecify.annotations.NullMarked;
