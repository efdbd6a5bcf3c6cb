/** Tests of the package of the same name. */
@NullMarked
package io.feige.client.testing;

import org.jspecify.annotations.NullMarked;
