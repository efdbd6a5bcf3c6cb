/** Rehearsals of a failover: an active node is ended, and what the pair makes of it is judged. */
@NullMarked
package io.feige.admin.drill;

import org.jspecify.annotations.NullMarked;
