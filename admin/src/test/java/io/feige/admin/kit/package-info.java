/** What the tests of Admin have in common: raw peers and scripted nodes. */
@NullMarked
package io.feige.admin.kit;

import org.jspecify.annotations.NullMarked;
