/** A topic that is read once for all who follow it with the same credentials. */
@NullMarked
package io.feige.proxy.broadcast;

import org.jspecify.annotations.NullMarked;
