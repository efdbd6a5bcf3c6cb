/** Tests of the package of the same name. */
@NullMarked
package io.feige.admin.letter;

import org.jspecify.annotations.NullMarked;
