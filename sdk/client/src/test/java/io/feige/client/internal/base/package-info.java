/** Tests of the package of the same name. */
@NullMarked
package io.feige.client.internal.base;

import org.jspecify.annotations.NullMarked;
