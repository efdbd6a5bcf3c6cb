package io.feige.client.internal.admin;

import io.feige.client.FeigeException;
import io.feige.client.internal.net.AnswerHandler;
import io.feige.client.internal.net.Connection;
import io.feige.client.internal.net.Dial;
import io.feige.client.internal.route.Pairs;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.NodePlace;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks a server which nodes there are, then each of them once, all at the same time, the same
 * question. A node to which a pair's link leads is asked over that; to another a connection is
 * made, and ended afterwards. On the loop, except {@link #done}.
 */
final class NodesQuestion<A extends Result> implements AnswerHandler {
  private static final long AGAIN_MILLIS = 20;

  private final Pairs pairs;
  private final String only;
  private final NodeInquiry<A> inquiry;
  private final CompletableFuture<NodeAnswers<A>> done = new CompletableFuture<>();
  private final Map<String, Asked> nodes = new TreeMap<>();
  private boolean knowsNodes;
  private @Nullable Connection server;

  /**
   * A question that is not asked yet.
   *
   * @param only this node; empty: all
   */
  NodesQuestion(Pairs pairs, String only, NodeInquiry<A> inquiry) {
    this.pairs = pairs;
    this.only = only;
    this.inquiry = inquiry;
  }

  /** What the nodes have answered, or a {@link FeigeException}. Any thread. */
  CompletableFuture<NodeAnswers<A>> done() {
    return done;
  }

  void begin(long timeoutMillis) {
    pairs.loop().afterMillis(timeoutMillis, this::timeOut);
    askServer();
  }

  private void askServer() {
    FeigeException refused = pairs.refusedForGood();
    Connection present = pairs.server();
    if (done.isDone()) {
      return;
    }
    if (refused != null) {
      fail(refused);
    } else if (present != null) {
      server = present;
      int unused = present.send(new ListNodes(), this);
    } else {
      pairs.loop().afterMillis(AGAIN_MILLIS, this::askServer);
    }
  }

  @Override
  public void answered(Result result) {
    List<NodePlace> all = ((NodeList) result).nodes();
    if (!only.isEmpty() && all.stream().noneMatch(node -> node.nodeId().equals(only))) {
      fail(FeigeException.of(ErrorCode.NODE_NOT_FOUND, "none is called " + only));
      return;
    }
    knowsNodes = true;
    for (NodePlace node : all) {
      boolean isWanted = only.isEmpty() || node.nodeId().equals(only);
      if (isWanted && inquiry.concerns(node.nodeId())) {
        nodes.put(node.nodeId(), new Asked(node.nodeId()));
      }
    }
    for (NodePlace node : all) {
      Asked asked = nodes.get(node.nodeId());
      if (asked != null) {
        asked.begin(node);
      }
    }
    finishIfAnswered();
  }

  @Override
  public void refused(Refusal refusal) {
    fail(FeigeException.of(refusal.code(), refusal.message()));
  }

  @Override
  public void lost() {
    pairs.loop().afterMillis(AGAIN_MILLIS, this::askServer);
  }

  private void timeOut() {
    if (knowsNodes) {
      finish();
    } else {
      boolean isAsked = server != null;
      fail(
          isAsked
              ? FeigeException.of(ErrorCode.NO_ANSWER, "")
              : FeigeException.of(ErrorCode.CONNECT_FAILED, pairs.unknownBecause()));
    }
  }

  private void fail(FeigeException why) {
    nodes.values().forEach(Asked::end);
    done.completeExceptionally(why);
  }

  private void finishIfAnswered() {
    if (nodes.values().stream().allMatch(asked -> asked.isOver)) {
      finish();
    }
  }

  private void finish() {
    nodes.values().forEach(Asked::end);
    SortedMap<String, A> answers = new TreeMap<>();
    Map<String, Exchange> exchanges = new HashMap<>();
    List<String> missing = new ArrayList<>();
    for (Asked asked : nodes.values()) {
      A answer = asked.answer;
      if (answer == null) {
        missing.add(asked.node);
      } else {
        answers.put(asked.node, answer);
        exchanges.put(asked.node, new Exchange(asked.askedAt, asked.took));
      }
    }
    done.complete(new NodeAnswers<>(answers, exchanges, missing));
  }

  /** One node, until it has answered or it is known that it does not. */
  private final class Asked implements AnswerHandler, Dial.End {
    private final String node;
    private @Nullable Dial dial;
    private @Nullable Connection own;
    private @Nullable A answer;
    private Instant askedAt = Instant.EPOCH;
    private long askedNanos;
    private Duration took = Duration.ZERO;
    private boolean isOver;

    private Asked(String node) {
      this.node = node;
    }

    private void begin(NodePlace place) {
      Connection present = place.isHere() ? server : pairs.connectionTo(node);
      if (present != null) {
        ask(present);
      } else {
        dial = pairs.dial(InetSocketAddress.createUnresolved(place.host(), place.port()), this);
      }
    }

    private void ask(Connection connection) {
      askedAt = Instant.now();
      askedNanos = System.nanoTime();
      int unused = connection.send(inquiry.request(node), this);
    }

    private void over(@Nullable A given) {
      if (!isOver) {
        answer = given;
        took = Duration.ofNanos(System.nanoTime() - askedNanos);
        end();
        finishIfAnswered();
      }
    }

    private void end() {
      isOver = true;
      Dial trying = dial;
      Connection made = own;
      if (made != null) {
        made.close("it was made for one question");
      } else if (trying != null) {
        trying.cancel();
      }
    }

    @Override
    public void answered(Result result) {
      A given = inquiry.kind().cast(result);
      // At the address of one node there may be another one by now.
      over(inquiry.nodeOf(given).equals(node) ? given : null);
    }

    @Override
    public void refused(Refusal refusal) {
      if (refusal.code() == ErrorCode.NOT_AUTHORIZED) {
        fail(FeigeException.of(refusal.code(), refusal.message()));
      } else {
        over(null);
      }
    }

    @Override
    public void lost() {
      over(null);
    }

    @Override
    public void connected(Connection connection, Welcome welcome) {
      own = connection;
      if (isOver) {
        end();
      } else {
        ask(connection);
      }
    }

    @Override
    public void failed(String why, @Nullable Refusal refusal) {
      boolean hasNoPair = refusal != null && refusal.code() == ErrorCode.NO_SUCH_PAIR;
      over(hasNoPair ? inquiry.withoutPair(node) : null);
    }

    @Override
    public void closed(Connection connection, String why) {}
  }
}
