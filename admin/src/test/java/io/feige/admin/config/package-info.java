@NullMarked
package io.feige.admin.config;

import org.jspecify.annotations.NullMarked;
