package io.feige.client.internal.admin;

import io.feige.client.ClientPlace;
import io.feige.client.ConnectedClients;
import io.feige.client.FeigeException;
import io.feige.client.NodeSetting;
import io.feige.client.NodeVitals;
import io.feige.client.Salvage;
import io.feige.client.Vitals;
import io.feige.client.internal.route.Pairs;
import io.feige.protocol.command.Result;
import io.feige.protocol.error.ErrorCode;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What nodes tell of themselves, whatever they serve. Any thread but the loop. */
public final class EngineNodes {
  /** Every node. */
  public static final String ALL = "";

  private final Pairs pairs;
  private final long timeoutMillis;

  /** Questions to the nodes, each within the timeout. */
  public EngineNodes(Pairs pairs, long timeoutMillis) {
    this.pairs = pairs;
    this.timeoutMillis = timeoutMillis;
  }

  /** Who is connected: one page. */
  public ConnectedClients clients(String node, ClientPlace after, int limit) {
    requireLimit(limit, ConnectedClients.MAX_LIMIT);
    ClientsInquiry inquiry = new ClientsInquiry(after, limit);
    return inquiry.page(ask(node, inquiry));
  }

  /** The settings of one node. */
  public List<NodeSetting> settings(String node) {
    if (node.isEmpty()) {
      throw FeigeException.of(ErrorCode.INVALID_ARGUMENT, "Settings are those of one node.");
    }
    SettingsInquiry inquiry = new SettingsInquiry();
    return inquiry.settings(node, ask(node, inquiry));
  }

  /** What was cut. */
  public Salvage salvage(String node, int limit) {
    requireLimit(limit, Salvage.MAX_LIMIT);
    SalvageInquiry inquiry = new SalvageInquiry(limit);
    return inquiry.salvage(ask(node, inquiry));
  }

  /** What all nodes are like. */
  public Vitals vitals() {
    VitalsInquiry inquiry = new VitalsInquiry();
    return inquiry.vitals(ask(ALL, inquiry));
  }

  /** What one node is like. */
  public NodeVitals vitals(String node) {
    if (node.isEmpty()) {
      throw FeigeException.of(ErrorCode.NODE_NOT_FOUND, "none is called ''");
    }
    VitalsInquiry inquiry = new VitalsInquiry();
    return inquiry.vitals(node, ask(node, inquiry));
  }

  private static void requireLimit(int limit, int most) {
    if (limit < 1 || limit > most) {
      throw FeigeException.of(
          ErrorCode.INVALID_ARGUMENT,
          "A limit is a number from 1 to " + most + ", not " + limit + ".");
    }
  }

  private <A extends Result> NodeAnswers<A> ask(String node, NodeInquiry<A> inquiry) {
    NodesQuestion<A> question = new NodesQuestion<>(pairs, node, inquiry);
    pairs.loop().execute(() -> question.begin(timeoutMillis));
    try {
      return question.done().get(timeoutMillis + 1_000, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FeigeException failure
          ? FeigeException.seenBy(failure)
          : FeigeException.of(ErrorCode.INTERNAL, String.valueOf(e.getCause()), e);
    } catch (TimeoutException e) {
      throw FeigeException.of(ErrorCode.NO_ANSWER, "");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw FeigeException.of(ErrorCode.NO_ANSWER, "The waiting thread was interrupted.");
    }
  }
}
