/** Tests of the package of the same name. */
@NullMarked
package io.feige.client.internal.admin;

import org.jspecify.annotations.NullMarked;
