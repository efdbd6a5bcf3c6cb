/** The message store of a pair as its replica sees it. */
@NullMarked
package io.feige.broker.server.pair.rows;

import org.jspecify.annotations.NullMarked;
