/** Log lines that an operator may have to act on. */
@NullMarked
package io.feige.proxy.log;

import org.jspecify.annotations.NullMarked;
