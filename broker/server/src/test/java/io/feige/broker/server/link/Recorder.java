package io.feige.broker.server.link;

import static org.awaitility.Awaitility.await;

import io.feige.protocol.link.Copy;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.SnapshotPart;
import io.netty.channel.EventLoop;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.awaitility.core.ConditionFactory;

/** Writes down what it is told, and from which thread. */
final class Recorder implements LinkListener {
  private final EventLoop loop;
  final List<LinkSession> opened = new CopyOnWriteArrayList<>();
  final List<LinkMessage> received = new CopyOnWriteArrayList<>();
  final List<String> told = new CopyOnWriteArrayList<>();
  final List<String> failed = new CopyOnWriteArrayList<>();
  final List<String> threads = new CopyOnWriteArrayList<>();
  volatile BiConsumer<LinkSession, LinkMessage> onReceived =
      (session, message) -> received.add(copy(message));

  /** Its user is in the middle of a call of a session's, in which nothing may be told. */
  volatile boolean isCalling;

  Recorder(EventLoop loop) {
    this.loop = loop;
  }

  @Override
  public EventLoop loop() {
    return loop;
  }

  @Override
  public void opened(LinkSession session) {
    tell("opened " + session.id());
    opened.add(session);
  }

  @Override
  public void received(LinkSession session, LinkMessage message) {
    onReceived.accept(session, message);
  }

  @Override
  public void writable(LinkSession session) {
    tell("writable " + session.id());
  }

  @Override
  public void closed(LinkSession session, String why) {
    tell("closed " + session.id() + ": " + why);
  }

  @Override
  public void dialFailed(String why) {
    tell("dial failed");
    // Last: who has seen the failure finds everything else noted.
    failed.add(why);
  }

  LinkSession session() {
    return session(0);
  }

  LinkSession session(int index) {
    soon().until(() -> opened.size() > index);
    return opened.get(index);
  }

  String failure() {
    soon().until(() -> !failed.isEmpty());
    return failed.get(0);
  }

  String closing(LinkSession session) {
    String begin = "closed " + session.id() + ": ";
    soon().until(() -> told.stream().anyMatch(line -> line.startsWith(begin)));
    return told.stream()
        .filter(line -> line.startsWith(begin))
        .findFirst()
        .orElseThrow()
        .substring(begin.length());
  }

  /** Waits as others do, and looks more often. */
  private static ConditionFactory soon() {
    return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(2));
  }

  private void tell(String what) {
    threads.add(Thread.currentThread().getName());
    told.add(isCalling ? "in the middle of a call: " + what : what);
  }

  private static LinkMessage copy(LinkMessage message) {
    if (message instanceof Copy copy) {
      return new Copy(
          copy.epoch(),
          copy.position(),
          copy.end(),
          copy.commit(),
          copy.sentNanos(),
          copy(copy.frames()));
    }
    return message instanceof SnapshotPart part
        ? new SnapshotPart(part.epoch(), copy(part.bytes()))
        : message;
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
  }
}
