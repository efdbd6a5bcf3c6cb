/** Admins of a simulated cluster: the production controller with the Admin's glue around. */
@NullMarked
package io.feige.broker.sim.cluster.admin;

import org.jspecify.annotations.NullMarked;
