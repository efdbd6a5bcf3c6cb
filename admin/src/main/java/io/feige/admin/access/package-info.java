/** Who comes in at an Admin, what it may do there, and what is written of that. */
@NullMarked
package io.feige.admin.access;

import org.jspecify.annotations.NullMarked;
