/** What Admin stores and answers, as JSON that people can read. */
@NullMarked
package io.feige.admin.json;

import org.jspecify.annotations.NullMarked;
