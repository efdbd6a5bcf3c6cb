@NullMarked
package io.feige.admin.leader;

import org.jspecify.annotations.NullMarked;
