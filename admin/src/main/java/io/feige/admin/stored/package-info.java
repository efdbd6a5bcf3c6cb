/** What the message store in SQL has, as far as an Admin shows it. */
@NullMarked
package io.feige.admin.stored;

import org.jspecify.annotations.NullMarked;
