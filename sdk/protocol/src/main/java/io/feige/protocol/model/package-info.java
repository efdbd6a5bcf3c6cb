/** The values that commands carry and that the broker's decisions know; without Netty. */
@NullMarked
package io.feige.protocol.model;

import org.jspecify.annotations.NullMarked;
