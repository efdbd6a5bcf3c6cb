/** What each front does for a caller, whatever protocol it speaks, in the words of JSON. */
@NullMarked
package io.feige.proxy.verb;

import org.jspecify.annotations.NullMarked;
