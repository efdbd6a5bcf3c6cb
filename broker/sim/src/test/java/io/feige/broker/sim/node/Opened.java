package io.feige.broker.sim.node;

import io.feige.broker.core.PartitionMachine;
import io.feige.broker.server.journal.Journal;
import io.feige.broker.sim.disk.SimFiles;

/** A journal that was opened, and the machine it was replayed into. */
record Opened(SimFiles files, Journal journal, PartitionMachine machine) {}
