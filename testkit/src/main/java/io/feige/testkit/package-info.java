/** What the tests of all modules share: how long they wait. */
@NullMarked
package io.feige.testkit;

import org.jspecify.annotations.NullMarked;
