/** Where Admins and nodes are found. */
@NullMarked
package io.feige.admin.address;

import org.jspecify.annotations.NullMarked;
