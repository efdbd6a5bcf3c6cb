package io.feige.admin.store;

/**
 * One leadership, as the store knows it.
 *
 * @param epoch its number; grows with each
 * @param version of the stored number, which every write of this leadership checks
 */
public record Leadership(long epoch, int version) {}
