/** What can be asked for over HTTP. */
@NullMarked
package io.feige.proxy.call;

import org.jspecify.annotations.NullMarked;
