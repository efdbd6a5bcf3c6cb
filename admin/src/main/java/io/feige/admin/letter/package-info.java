/** Dead letters as people look through them. */
@NullMarked
package io.feige.admin.letter;

import org.jspecify.annotations.NullMarked;
