/**
 * TLS as every part of Feige uses it: 1.3 and 1.2, host names checked, certificates from PEM files
 * that may change while connections are open, and a sentence for each reason to refuse one. And the
 * limit for those who have connected and not shown yet who they are, which clients' ports, links
 * and Admin share.
 */
@NullMarked
package io.feige.tls;

import org.jspecify.annotations.NullMarked;
