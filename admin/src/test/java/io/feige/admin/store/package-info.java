@NullMarked
package io.feige.admin.store;

import org.jspecify.annotations.NullMarked;
