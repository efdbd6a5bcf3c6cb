/** What callers are answered with. */
@NullMarked
package io.feige.proxy.answer;

import org.jspecify.annotations.NullMarked;
