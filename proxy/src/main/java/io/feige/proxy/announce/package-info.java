/** Tells Admins of this proxy. */
@NullMarked
package io.feige.proxy.announce;

import org.jspecify.annotations.NullMarked;
