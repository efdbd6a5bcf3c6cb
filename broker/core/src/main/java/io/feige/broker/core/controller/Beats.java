package io.feige.broker.core.controller;

import io.feige.broker.core.controller.evidence.Times;
import io.feige.broker.core.controller.port.ControllerPort;
import io.feige.broker.core.controller.port.ControllerSettings;
import io.feige.broker.core.port.Now;
import io.feige.protocol.command.Beat;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * When each node is told what is decided: with every heartbeat, and at once when something changed.
 * Members of pairs are beaten whether or not they are known to be connected: a beat that cannot be
 * sent is dropped.
 */
final class Beats {
  private final Map<String, Long> dueNanos = new TreeMap<>();
  private final Set<String> soon = new HashSet<>();
  private final long heartbeatNanos;

  Beats(ControllerSettings settings) {
    heartbeatNanos = Times.nanos(settings.heartbeatMillis());
  }

  /** The node is told before this decision ends; nobody is told if there is no such node. */
  void soon(String node) {
    if (!node.isEmpty()) {
      soon.add(node);
    }
  }

  /** The node is told nothing more. */
  void remove(String node) {
    dueNanos.remove(node);
    soon.remove(node);
  }

  /** Sends what is due. */
  void send(Function<String, Beat> beats, Now now, ControllerPort port) {
    for (String node : soon) {
      dueNanos.put(node, now.nanos());
    }
    soon.clear();
    for (Map.Entry<String, Long> due : dueNanos.entrySet()) {
      if (due.getValue() - now.nanos() <= 0) {
        due.setValue(now.nanos() + heartbeatNanos);
        port.beat(due.getKey(), beats.apply(due.getKey()));
      }
    }
  }

  /** For how long a beat has been due; 0: none is. */
  long lateNanos(Now now) {
    long next = nextNanos();
    return next == Long.MAX_VALUE ? 0 : Math.max(0, now.nanos() - next);
  }

  long nextNanos() {
    long next = Long.MAX_VALUE;
    for (long due : dueNanos.values()) {
      next = Math.min(next, due);
    }
    return next;
  }
}
