package io.feige.proxy.broadcast;

import io.feige.client.StartFrom;
import io.feige.proxy.caller.Who;
import io.feige.proxy.verb.MessageForm;
import io.feige.proxy.verb.Places;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A topic with one message that is in no cluster, and everybody's. */
public final class RehearsalBroadcast implements BroadcastSource {
  private static final String PAIR = "rehearsal";

  private final Broadcast only =
      new Broadcast(
          Places.of(Map.of(PAIR, StartFrom.offset(0))), MessageForm.JSON, new AtomicLong());

  /** With its message. */
  public RehearsalBroadcast() {
    only.tell(new SharedMessage(PAIR, StartFrom.offset(1), places(1), "{\"body\":\"a message\"}"));
  }

  /** Before the message. */
  public static String start() {
    return places(0);
  }

  private static String places(long offset) {
    return Places.of(Map.of(PAIR, StartFrom.offset(offset))).toString();
  }

  @Override
  public Broadcast of(Who who, String topic, MessageForm form) {
    return only;
  }

  @Override
  public Places resume(Who who, String last) {
    return Places.parse(last);
  }
}
