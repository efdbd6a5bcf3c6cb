@NullMarked
package io.feige.admin.zookeeper;

import org.jspecify.annotations.NullMarked;
