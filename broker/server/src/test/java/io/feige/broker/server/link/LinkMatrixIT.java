package io.feige.broker.server.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feige.access.ApiToken;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Fetch;
import io.feige.protocol.link.Fetched;
import io.feige.protocol.link.LinkAccepted;
import io.feige.protocol.link.LinkChallenge;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.LinkProof;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Every message of a link, for everybody who may come. A link knows nodes of the cluster and nobody
 * else, so whatever else somebody knows opens nothing.
 */
final class LinkMatrixIT {
  private static final String SECRET = "a long and random secret";

  private LinkedNode node;

  @BeforeEach
  void start() throws IOException {
    node = LinkedNode.of("node-1", SECRET);
  }

  @AfterEach
  void stop() {
    node.close();
  }

  @Test
  void messagesOfWhoIsNoNodeOfTheClusterAreNotTaken() throws IOException {
    int refused = 0;
    for (Map.Entry<String, String> stranger : strangers().entrySet()) {
      for (LinkMessage message : messages()) {
        try (RawPeer peer = RawPeer.connect(node.port())) {
          LinkChallenge challenge = (LinkChallenge) peer.receive();
          ByteArrayOutputStream all = new ByteArrayOutputStream();
          if (!stranger.getValue().isEmpty()) {
            all.writeBytes(RawPeer.bytes(RawPeer.proof(challenge, stranger.getValue(), "node-2")));
          }
          all.writeBytes(RawPeer.bytes(message));
          peer.send(all.toByteArray());
          assertThat(peer.isEnded())
              .as("%s by %s is answered by nothing", message.getClass(), stranger.getKey())
              .isTrue();
        }
        refused++;
      }
    }
    int all = refused;
    await()
        .untilAsserted(() -> assertThat(node.metric("feige_links_refused_total")).isEqualTo(all));
    assertThat(node.accepted.told).isEmpty();
    assertThat(node.accepted.received).isEmpty();
    assertThat(node.server.open()).isZero();
  }

  /** Without which the other test would hold for messages that nobody could send. */
  @Test
  void messagesOfANodeOfTheClusterAreTaken() throws IOException {
    int links = 0;
    for (LinkMessage message : messages()) {
      try (RawPeer peer = RawPeer.connect(node.port())) {
        LinkProof proof = RawPeer.proof((LinkChallenge) peer.receive(), SECRET, "node-2");
        peer.send(proof);
        assertThat(peer.receive()).isInstanceOf(LinkAccepted.class);
        var _ = node.accepted.session(links++);
        int before = node.accepted.received.size();
        peer.send(RawPeer.bytes(message));
        await().until(() -> node.accepted.received.size() == before + 1);
      }
    }
  }

  /** What each of them could give for the cluster's secret; empty: it gives nothing. */
  private static Map<String, String> strangers() {
    Map<String, String> strangers = new LinkedHashMap<>();
    strangers.put("no credentials", "");
    strangers.put("wrong ones", "a guess");
    strangers.put("another cluster's node", "the secret of another cluster");
    strangers.put("the settings' token", "the token of the settings");
    strangers.put("a password", "correct horse battery");
    long now = System.currentTimeMillis();
    for (String user :
        List.of("viewer", "publisher", "consumer", "operator", "administrator", "proxy")) {
      strangers.put(user, ApiToken.make(user, now, now + 60_000, "").text());
    }
    strangers.put("expired", ApiToken.make("viewer", now - 60_000, now - 1, "").text());
    return strangers;
  }

  private static List<LinkMessage> messages() {
    List<LinkMessage> messages =
        List.of(
            Messages.join(),
            Messages.joined(),
            Messages.copy(0, ByteBuffer.allocate(100)),
            Messages.snapshotPart(ByteBuffer.allocate(100)),
            new Ack(9, 9, 9, 9, 9),
            new Fetch(9, 9, 10),
            new Fetched(9, 9, ByteBuffer.allocate(100)));
    assertThat(messages.stream().map(Object::getClass).map(Class::getName).sorted())
        .containsExactlyElementsOf(
            Stream.of(LinkMessage.class.getPermittedSubclasses())
                .map(Class::getName)
                .sorted()
                .toList());
    return messages;
  }
}
