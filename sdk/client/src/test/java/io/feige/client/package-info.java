/** Tests of the client. */
@NullMarked
package io.feige.client;

import org.jspecify.annotations.NullMarked;
