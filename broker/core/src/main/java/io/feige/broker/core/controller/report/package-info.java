/** What is told of decisions once they have taken effect. */
@NullMarked
package io.feige.broker.core.controller.report;

import org.jspecify.annotations.NullMarked;
