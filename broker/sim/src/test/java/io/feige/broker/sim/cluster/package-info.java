/**
 * Several nodes with pairs that back each other up, Admins and ZooKeeper, clients that follow: one
 * seed draws a scenario, lets it go wrong in every way there is, heals it, and wants everything to
 * come to rest.
 */
@NullMarked
package io.feige.broker.sim.cluster;

import org.jspecify.annotations.NullMarked;
