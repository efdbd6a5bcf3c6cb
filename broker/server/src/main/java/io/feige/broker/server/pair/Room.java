package io.feige.broker.server.pair;

/**
 * What is left of the disk.
 *
 * @param noRoomBecause why publishes are refused; empty when they are not
 */
record Room(long freeBytes, String noRoomBecause) {}
