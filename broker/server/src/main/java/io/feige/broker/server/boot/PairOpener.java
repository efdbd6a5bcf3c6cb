package io.feige.broker.server.boot;

import io.feige.broker.server.net.PairSetup;
import io.feige.broker.server.net.ServedPair;

/** Opens the pair's replica: the real one, or a scripted one in tests. */
@FunctionalInterface
interface PairOpener {
  ServedPair open(PairSetup setup);
}
