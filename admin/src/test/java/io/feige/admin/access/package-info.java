/** Tests of who comes in. */
@NullMarked
package io.feige.admin.access;

import org.jspecify.annotations.NullMarked;
