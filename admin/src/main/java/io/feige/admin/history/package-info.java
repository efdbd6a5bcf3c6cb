/**
 * Keeps the main figures of the cluster for a month, so that there are charts without a database.
 */
@NullMarked
package io.feige.admin.history;

import org.jspecify.annotations.NullMarked;
