@NullMarked
package io.feige.admin.client;

import org.jspecify.annotations.NullMarked;
