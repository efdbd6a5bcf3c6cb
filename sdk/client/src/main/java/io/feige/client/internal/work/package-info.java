/** Requests that workers answer: those who ask, and those who work. */
@NullMarked
package io.feige.client.internal.work;

import org.jspecify.annotations.NullMarked;
