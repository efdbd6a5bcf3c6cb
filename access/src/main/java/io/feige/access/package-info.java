/** Users, tokens and rights, and the one place where it is decided who may do what. */
@NullMarked
package io.feige.access;

import org.jspecify.annotations.NullMarked;
