package io.feige.admin.http;

import io.feige.admin.kit.RawPeer;
import io.feige.protocol.cluster.Ask;
import io.feige.protocol.cluster.AskKind;
import io.feige.protocol.cluster.Member;
import io.feige.protocol.cluster.Publishing;
import io.feige.protocol.cluster.ReplicaReport;
import io.feige.protocol.cluster.ReplicaStory;
import io.feige.protocol.cluster.StoreLag;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.NodeRole;
import io.feige.protocol.model.Secret;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** What somebody tries who can reach the port and does not know the cluster's secret. */
final class Forgery {
  private static final List<Hello> HELLOS =
      List.of(
          RawPeer.hello(ClientKind.NODE, "", Secret.NONE),
          RawPeer.hello(ClientKind.NODE, "token", Secret.of("guess")),
          RawPeer.hello(ClientKind.NODE, "cluster", Secret.NONE),
          RawPeer.hello(ClientKind.NODE, "cluster", Secret.of("a cluster's guess!")),
          RawPeer.hello(ClientKind.ADMIN, "cluster", Secret.of("guess")),
          RawPeer.hello(ClientKind.SDK, "", Secret.NONE));

  private Forgery() {}

  /**
   * Speaks as the pair's nodes would: that the standby is active of a later epoch, and the like.
   */
  static void against(int port, Member active, Member standby) throws IOException {
    for (Hello hello : HELLOS) {
      for (Member member : List.of(active, standby, new Member("node-9", "boot"))) {
        tryAs(port, hello, member, standby);
      }
    }
    Random random = new Random(11);
    for (int i = 0; i < 100; i++) {
      byte[] bytes = new byte[1 + random.nextInt(300)];
      random.nextBytes(bytes);
      try (RawPeer stranger = RawPeer.connect(port)) {
        stranger.send(RawPeer.header(bytes.length, 1, i % 17, i % 4, i));
        stranger.send(bytes);
      } catch (IOException e) {
        // Sent away before everything was sent.
      }
    }
  }

  private static void tryAs(int port, Hello hello, Member member, Member standby) {
    try (RawPeer stranger = RawPeer.connect(port)) {
      stranger.tell(0, report(member, standby));
      stranger.send(1, hello);
    } catch (IOException e) {
      // Sent away.
    }
    try (RawPeer stranger = RawPeer.connect(port)) {
      stranger.send(1, hello);
      stranger.receiveAnswer();
      stranger.tell(0, report(member, standby));
      stranger.send(3, new Beat(99, List.of()));
      stranger.tell(0, report(member, standby));
    } catch (IOException e) {
      // Sent away.
    }
  }

  private static NodeReport report(Member member, Member standby) {
    return new NodeReport(
        member,
        99,
        "10.9.9.9",
        666,
        "10.9.9.9",
        667,
        400,
        true,
        List.of(
            replica(new Ask(AskKind.SHRINK, 2, Member.NONE)),
            replica(new Ask(AskKind.HAND_OVER, 2, standby))));
  }

  private static ReplicaReport replica(Ask ask) {
    return new ReplicaReport(
        "pair-1",
        NodeRole.ACTIVE,
        9,
        2,
        true,
        true,
        true,
        9,
        9_999,
        9_999,
        9_999,
        0,
        0,
        Publishing.TAKEN,
        StoreLag.NONE,
        ask,
        ReplicaStory.EMPTY);
  }
}
