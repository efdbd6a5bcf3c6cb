/** Commands on mailboxes. */
@NullMarked
package io.feige.dist.mailbox;

import org.jspecify.annotations.NullMarked;
