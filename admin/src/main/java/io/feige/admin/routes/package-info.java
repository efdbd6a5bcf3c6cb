/** Who serves what, as clients are told. */
@NullMarked
package io.feige.admin.routes;

import org.jspecify.annotations.NullMarked;
