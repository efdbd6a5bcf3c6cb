/** Runs the controller machine: one thread decides, others store and send. */
@NullMarked
package io.feige.admin.controller;

import org.jspecify.annotations.NullMarked;
