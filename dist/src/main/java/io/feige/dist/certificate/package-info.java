/** Certificates for clusters whose operators have no authority of their own. */
@NullMarked
package io.feige.dist.certificate;

import org.jspecify.annotations.NullMarked;
