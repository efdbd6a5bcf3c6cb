/** Commands on users and tokens. */
@NullMarked
package io.feige.dist.user;

import org.jspecify.annotations.NullMarked;
