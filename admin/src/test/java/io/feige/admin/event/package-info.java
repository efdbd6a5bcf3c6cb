@NullMarked
package io.feige.admin.event;

import org.jspecify.annotations.NullMarked;
