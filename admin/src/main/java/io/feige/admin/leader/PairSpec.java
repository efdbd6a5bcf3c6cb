package io.feige.admin.leader;

/**
 * A pair that is to be there.
 *
 * @param master the preferred node
 * @param backup the other node; empty: none
 */
public record PairSpec(String name, String master, String backup) {}
