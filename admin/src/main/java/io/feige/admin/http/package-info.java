/** The REST interface, as {@code openapi.yaml} describes it. */
@NullMarked
package io.feige.admin.http;

import org.jspecify.annotations.NullMarked;
