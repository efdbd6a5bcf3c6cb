@NullMarked
package io.feige.broker.server.pair.rows;

import org.jspecify.annotations.NullMarked;
