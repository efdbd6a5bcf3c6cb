/** What must hold, whatever happens: the model beside the node, and the comparisons with it. */
@NullMarked
package io.feige.broker.sim.check;

import org.jspecify.annotations.NullMarked;
