@NullMarked
package io.feige.admin.alert;

import org.jspecify.annotations.NullMarked;
