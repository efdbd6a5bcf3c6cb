@NullMarked
package io.feige.access;

import org.jspecify.annotations.NullMarked;
