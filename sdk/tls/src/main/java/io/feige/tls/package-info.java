/**
 * TLS as every part of Feige uses it: 1.3 and 1.2, host names checked, certificates from PEM files
 * that may change while connections are open, and a sentence for each reason to refuse one.
 */
@NullMarked
package io.feige.tls;

import org.jspecify.annotations.NullMarked;
