/** Mailboxes over links. */
@NullMarked
package io.feige.client.internal.mail;

import org.jspecify.annotations.NullMarked;
