package io.feige.proxy.session;

import io.feige.client.FeigeException;
import io.feige.proxy.answer.Outlet;
import io.feige.proxy.answer.Problem;
import io.feige.proxy.answer.Socket;
import io.feige.proxy.answer.TextFrame;
import io.feige.proxy.broadcast.Beginning;
import io.feige.proxy.broadcast.SharedMessage;
import io.feige.proxy.broadcast.Subscriber;
import io.feige.proxy.caller.Who;
import io.feige.proxy.session.Operation.Subscribe;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Starts;
import java.nio.charset.StandardCharsets;

/** Everything of a topic. */
final class TopicSubscription extends Subscriber implements Subscription {
  private final long id;
  private final Sessions sessions;
  private final Socket.Peer peer;
  private final Credit credit;

  private TopicSubscription(
      long id, Sessions sessions, Socket.Peer peer, Credit credit, Beginning beginning) {
    super(sessions.subscribers(), beginning);
    this.id = id;
    this.sessions = sessions;
    this.peer = peer;
    this.credit = credit;
  }

  /**
   * One that has not begun. Finds out whether the caller may, and where it begins.
   *
   * @throws Problem something is asked for that makes no sense, or the caller is not let in
   * @throws FeigeException it may not read the topic, or there is none
   */
  static TopicSubscription of(
      Subscribe asked, String topic, Sessions sessions, Who who, Socket.Peer peer) {
    if (asked.start() != null || asked.leaseMillis() != null) {
      throw Problem.badRequest("start and leaseMillis are for a group");
    }
    long id = asked.id() == null ? 0 : asked.id();
    Credit credit = new Credit(asked.credit());
    String from = asked.from() == null ? Starts.LATEST : asked.from();
    Beginning beginning =
        sessions.subscribers().find(who, topic, MessageForm.JSON, from, asked.after());
    return new TopicSubscription(id, sessions, peer, credit, beginning);
  }

  @Override
  public long id() {
    return id;
  }

  @Override
  public Credit credit() {
    return credit;
  }

  @Override
  public String prepare() {
    return places();
  }

  @Override
  protected Outlet outlet() {
    return peer;
  }

  @Override
  protected boolean takeCredit() {
    return credit.take();
  }

  @Override
  protected void giveCreditBack() {
    credit.giveBack(1);
  }

  @Override
  protected void awaitCredit() throws InterruptedException {
    credit.awaitAny();
  }

  @Override
  protected byte[] written(String places, String json) {
    String text =
        "{\"event\":\"message\",\"subscription\":"
            + id
            + ",\"places\":\""
            + places
            + "\",\"message\":"
            + json
            + "}";
    return TextFrame.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  protected byte[] written(SharedMessage message) {
    return message.frame(id, _ -> written(message.places(), message.json()));
  }

  @Override
  protected void told() {
    sessions.told();
  }

  @Override
  protected void ended(Problem why) {
    peer.answer(Told.ended(id, why).json());
  }

  @Override
  public void goesOn(String places) {
    // The session has its own sign of life.
  }
}
