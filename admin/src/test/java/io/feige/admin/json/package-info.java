@NullMarked
package io.feige.admin.json;

import org.jspecify.annotations.NullMarked;
