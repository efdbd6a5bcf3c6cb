/** Tests of the package of the same name. */
@NullMarked
package io.feige.client.internal.listen;

import org.jspecify.annotations.NullMarked;
