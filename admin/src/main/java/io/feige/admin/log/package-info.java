/** Log lines that an operator may have to act on. */
@NullMarked
package io.feige.admin.log;

import org.jspecify.annotations.NullMarked;
