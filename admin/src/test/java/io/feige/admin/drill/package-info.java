@NullMarked
package io.feige.admin.drill;

import org.jspecify.annotations.NullMarked;
