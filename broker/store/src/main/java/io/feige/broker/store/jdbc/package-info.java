/** The message store's tables, over JDBC. */
@NullMarked
package io.feige.broker.store.jdbc;

import org.jspecify.annotations.NullMarked;
