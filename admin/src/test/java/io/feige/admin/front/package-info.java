@NullMarked
package io.feige.admin.front;

import org.jspecify.annotations.NullMarked;
