@NullMarked
package io.feige.admin.http;

import org.jspecify.annotations.NullMarked;
