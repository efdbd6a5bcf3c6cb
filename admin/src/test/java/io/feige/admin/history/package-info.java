/** Tests of what is kept for charts. */
@NullMarked
package io.feige.admin.history;

import org.jspecify.annotations.NullMarked;
