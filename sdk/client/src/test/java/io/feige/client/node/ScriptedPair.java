package io.feige.client.node;

import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.PullCancelled;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.Settled;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.PairRoute;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.Verdict;
import io.feige.protocol.model.VerdictKind;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * A pair of two scripted nodes with one journal that never loses anything: one topic, one group, no
 * lease ever ends by time, and what is to be retried comes at once. Only the active node serves,
 * and only in the present epoch; leases end with it, and what was leased comes again as the second
 * attempt.
 */
public final class ScriptedPair implements AutoCloseable {
  private record Batch(long offset, int records, ByteBuffer frame) {}

  private final String name;
  private final ScriptedNode[] nodes = {new ScriptedNode(), new ScriptedNode()};
  private final List<Batch> batches = new ArrayList<>();
  private final Map<List<Long>, Long> offsets = new HashMap<>();
  private final BitSet settled = new BitSet();
  private final BitSet leased = new BitSet();
  private final BitSet handedBefore = new BitSet();
  private final Map<Integer, Long> holders = new HashMap<>();
  private final List<Exchange> parked = new ArrayList<>();
  private final List<String> reasons = new CopyOnWriteArrayList<>();
  private OrderMode order = OrderMode.NONE;
  private int active;
  private long epoch = 1;
  private long end;
  private int firstOpen;
  private boolean isSilent;
  private boolean isDeaf;
  private boolean isHeld;
  private final List<Runnable> held = new ArrayList<>();

  /** A pair of which the first node is active. */
  public ScriptedPair(String name) {
    this.name = name;
    for (int i = 0; i < nodes.length; i++) {
      int number = i;
      nodes[i].named(name + "-" + (char) ('a' + i));
      for (CommandType type :
          List.of(
              CommandType.PUBLISH,
              CommandType.PULL,
              CommandType.SETTLE,
              CommandType.CANCEL_PULL,
              CommandType.TOPIC_LIST)) {
        nodes[i].always(type, exchange -> react(number, exchange));
      }
    }
  }

  /** The node that is active. */
  public synchronized ScriptedNode activeNode() {
    return nodes[active];
  }

  /** The node that is not. */
  public synchronized ScriptedNode otherNode() {
    return nodes[1 - active];
  }

  /** The route to the active node. */
  public synchronized PairRoute route() {
    return nodes[active].route(name, epoch);
  }

  /** The other node becomes active; what is parked at the old one is refused. */
  public synchronized PairRoute switchOver() {
    parked.forEach(pull -> pull.refuse(notActive()));
    activateOther();
    return route();
  }

  /** The active node dies with what it was asked, and the other one becomes active. */
  public synchronized PairRoute kill() {
    nodes[active].cutAll();
    activateOther();
    return route();
  }

  /** From now on the active node does everything and answers nothing. */
  public synchronized void silence() {
    isSilent = true;
  }

  /** From now on the active node does nothing. */
  public synchronized void deafen(boolean isSo) {
    isDeaf = isSo;
  }

  /** From now on nothing is reacted to, until it goes on. */
  public synchronized void hold() {
    isHeld = true;
  }

  /** What was held is reacted to, in its order, and what follows at once. */
  public synchronized void goOn() {
    isHeld = false;
    held.forEach(Runnable::run);
    held.clear();
  }

  /** The order that the topic is said to have. */
  public synchronized void order(OrderMode mode) {
    order = mode;
  }

  /** Why messages were rejected. */
  public List<String> reasons() {
    return reasons;
  }

  /** Messages stored. */
  public synchronized long end() {
    return end;
  }

  /** Messages under a lease. */
  public synchronized int leased() {
    return leased.cardinality();
  }

  /** Pulls that wait. */
  public synchronized int waiting() {
    parked.removeIf(pull -> !pull.channel().isOpen());
    return parked.size();
  }

  /** Messages settled. */
  public synchronized int settled() {
    return settled.cardinality();
  }

  /** Batches stored of which the head says so. */
  public synchronized List<ByteBuffer> frames() {
    return batches.stream().map(batch -> batch.frame().duplicate()).toList();
  }

  @Override
  public void close() {
    for (ScriptedNode node : nodes) {
      node.close();
    }
  }

  private void activateOther() {
    parked.clear();
    active = 1 - active;
    epoch++;
    handedBefore.or(leased);
    leased.clear();
    isSilent = false;
    isDeaf = false;
  }

  private synchronized void react(int node, Exchange exchange) {
    if (isHeld) {
      held.add(() -> react(node, exchange));
      return;
    }
    Request request = exchange.request();
    if (isDeaf && node == active) {
      return;
    }
    if (node != active || epochOf(request) > epoch) {
      exchange.refuse(notActive());
    } else if (epochOf(request) != 0 && epochOf(request) < epoch) {
      exchange.refuse(Refusal.of(ErrorCode.STALE_EPOCH, "this is epoch " + epoch));
    } else if (request instanceof Publish publish) {
      publish(exchange, publish);
    } else if (request instanceof Pull) {
      parked.add(exchange);
      serve();
    } else if (request instanceof Settle settle) {
      settle(exchange, settle);
    } else if (request instanceof CancelPull cancel) {
      cancel(exchange, cancel);
    } else if (request instanceof ListTopics list) {
      TopicSpec spec = TopicSpec.named(list.topic()).withOrder(order);
      answer(exchange, new TopicList(List.of(new TopicDescription(spec, 1, 0, end, end, 0, 0, 1))));
    }
  }

  private void publish(Exchange exchange, Publish publish) {
    ByteBuffer bytes = publish.batch().nioBuffer();
    BatchHead head = BatchHead.at(bytes, 0);
    if (head.problem() != null) {
      exchange.refuse(Refusal.of(ErrorCode.BATCH_CORRUPT, String.valueOf(head.problem())));
      return;
    }
    List<Long> key = List.of(head.producerId(), head.sequence());
    Long first = offsets.get(key);
    if (first == null) {
      offsets.put(key, end);
      ByteBuffer copy = ByteBuffer.allocate(bytes.remaining());
      copy.put(bytes).flip();
      batches.add(new Batch(end, head.recordCount(), StoredBatches.frame(end, copy)));
      end += head.recordCount();
    }
    long offset = first == null ? end - head.recordCount() : first;
    answer(exchange, new Published(epoch, offset, 0, 1, publish.durability(), first != null));
    serve();
  }

  private void settle(Exchange exchange, Settle settle) {
    List<OffsetRange> stale = new ArrayList<>();
    for (Verdict verdict : settle.verdicts()) {
      int from = (int) verdict.first();
      int to = (int) verdict.last() + 1;
      boolean begins = verdict.kind() == VerdictKind.CLAIM || verdict.kind() == VerdictKind.START;
      for (int offset = from; begins && offset < to; offset++) {
        boolean isHeld = leased.get(offset) && holders.getOrDefault(offset, 0L) == settle.holder();
        if (!isHeld) {
          stale.add(new OffsetRange(offset, offset));
        }
      }
      if (verdict.kind() == VerdictKind.ACK) {
        settled.set(from, to);
        leased.clear(from, to);
      } else if (verdict.kind() == VerdictKind.RELEASE) {
        leased.clear(from, to);
      } else if (verdict.kind() == VerdictKind.NACK) {
        handedBefore.set(from, to);
        leased.clear(from, to);
      } else if (verdict.kind() == VerdictKind.REJECT) {
        settled.set(from, to);
        leased.clear(from, to);
        reasons.add(verdict.reason());
      }
    }
    answer(exchange, new Settled(stale, 0));
    serve();
  }

  private void cancel(Exchange exchange, CancelPull cancel) {
    for (Iterator<Exchange> each = parked.iterator(); each.hasNext(); ) {
      Exchange pull = each.next();
      if (pull.channel().equals(exchange.channel())
          && pull.header().correlationId() == cancel.pull()) {
        each.remove();
        pull.answer(new Pulled(epoch, 1, 30_000, order, List.of()));
      }
    }
    exchange.answer(new PullCancelled());
  }

  private void serve() {
    parked.removeIf(pull -> !pull.channel().isOpen());
    for (Iterator<Exchange> each = parked.iterator(); each.hasNext(); ) {
      Exchange pull = each.next();
      Pull asked = (Pull) pull.request();
      List<DeliveredBatch> delivered = pick(asked.maxMessages(), asked.holder());
      if (delivered.isEmpty()) {
        return;
      }
      each.remove();
      answer(pull, new Pulled(epoch, 1, 30_000, order, delivered));
    }
  }

  private List<DeliveredBatch> pick(int most, long holder) {
    List<DeliveredBatch> delivered = new ArrayList<>();
    int left = most;
    while (firstOpen < batches.size() && isOver(batches.get(firstOpen))) {
      firstOpen++;
    }
    for (Batch batch : batches.subList(firstOpen, batches.size())) {
      List<Selection> selections = new ArrayList<>();
      for (int i = 0; i < batch.records() && left > 0; i++) {
        int offset = (int) batch.offset() + i;
        if (!settled.get(offset) && !leased.get(offset)) {
          leased.set(offset);
          holders.put(offset, holder);
          left--;
          selections.add(new Selection(i, 1, handedBefore.get(offset) ? 2 : 1));
        }
      }
      if (!selections.isEmpty()) {
        delivered.add(
            new DeliveredBatch(selections, Unpooled.wrappedBuffer(batch.frame().duplicate())));
      }
    }
    return delivered;
  }

  private boolean isOver(Batch batch) {
    return settled.nextClearBit((int) batch.offset()) >= batch.offset() + batch.records();
  }

  private void answer(Exchange exchange, io.feige.protocol.command.Result result) {
    if (!isSilent) {
      exchange.answer(result);
    }
  }

  private Refusal notActive() {
    return new Refusal(ErrorCode.NOT_ACTIVE, "scripted", "", 0);
  }

  private static long epochOf(@Nullable Request request) {
    if (request instanceof Publish publish) {
      return publish.epoch();
    }
    if (request instanceof Pull pull) {
      return pull.epoch();
    }
    return request instanceof Settle settle ? settle.epoch() : 0;
  }
}
