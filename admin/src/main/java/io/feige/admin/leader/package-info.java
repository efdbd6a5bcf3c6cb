/** Which of several Admins leads, and how the others find it. */
@NullMarked
package io.feige.admin.leader;

import org.jspecify.annotations.NullMarked;
