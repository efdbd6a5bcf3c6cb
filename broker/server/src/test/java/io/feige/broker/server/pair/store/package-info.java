@NullMarked
package io.feige.broker.server.pair.store;

import org.jspecify.annotations.NullMarked;
