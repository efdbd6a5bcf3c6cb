@NullMarked
package io.feige.admin.log;

import org.jspecify.annotations.NullMarked;
