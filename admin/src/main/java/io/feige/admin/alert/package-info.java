/** What an operator should know of and that is so now. */
@NullMarked
package io.feige.admin.alert;

import org.jspecify.annotations.NullMarked;
