/** The controller machine: which replica of each pair is active, and who is in sync. */
@NullMarked
package io.feige.broker.core.controller;

import org.jspecify.annotations.NullMarked;
