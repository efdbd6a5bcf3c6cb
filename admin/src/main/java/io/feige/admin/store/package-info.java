/** What is decided about pairs, kept in ZooKeeper. */
@NullMarked
package io.feige.admin.store;

import org.jspecify.annotations.NullMarked;
