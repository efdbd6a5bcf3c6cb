@NullMarked
package io.feige.admin.boot;

import org.jspecify.annotations.NullMarked;
