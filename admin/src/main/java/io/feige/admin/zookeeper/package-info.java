/** ZooKeeper itself: the one inside Admin, and the connection to whichever is used. */
@NullMarked
package io.feige.admin.zookeeper;

import org.jspecify.annotations.NullMarked;
