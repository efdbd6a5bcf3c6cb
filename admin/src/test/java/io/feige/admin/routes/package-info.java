@NullMarked
package io.feige.admin.routes;

import org.jspecify.annotations.NullMarked;
