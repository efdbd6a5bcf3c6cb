package io.feige.broker.hostile;

import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GetSettings;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.model.ClientKind;
import io.feige.protocol.model.DelayedPlace;
import io.feige.protocol.model.Durability;
import io.feige.protocol.model.LeaseStage;
import io.feige.protocol.model.LetterAction;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.OffsetRange;
import io.feige.protocol.model.ProxyState;
import io.feige.protocol.model.ReadFrom;
import io.feige.protocol.model.Secret;
import io.feige.protocol.model.StartAt;
import io.feige.protocol.model.TopicSpec;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One well-formed request of each command: whoever may send it is for the test to say. */
public final class EveryRequest {
  private EveryRequest() {}

  /** New ones, since each can be sent once, in the order of their commands. */
  public static List<Request> of(String topic, String group) {
    return Stream.of(CommandType.values()).map(type -> of(type, topic, group)).toList();
  }

  /** The one of this command. */
  public static Request of(CommandType type, String topic, String group) {
    return switch (type) {
      case HELLO -> new Hello(1, 1, ClientKind.SDK, "a test", "", "", Secret.NONE);
      case PING -> new Ping();
      case ROUTE -> new FindRoute(0, 0);
      case PUBLISH ->
          new Publish(topic, 0, Durability.REPLICATED, 0, Unpooled.wrappedBuffer(new byte[64]));
      case PULL ->
          new Pull(
              topic, 0, group, "c", 1, StartAt.EARLIEST, 1, 1_000, 0, 1_000, LeaseStage.STARTED);
      case SETTLE -> new Settle(topic, 0, group, "c", 1, 1, List.of());
      case CANCEL_PULL -> new CancelPull(1);
      case READ -> new Read(topic, 0, ReadFrom.earliest(), 1_000, 0);
      case TOPIC_CREATE -> new CreateTopic(TopicSpec.named(topic), false);
      case TOPIC_DELETE -> new DeleteTopic(topic);
      case TOPIC_LIST -> new ListTopics(topic);
      case GROUP_LIST -> new ListGroups(topic, "", "", "");
      case GROUP_RESET -> new ResetGroup(topic, group, ReadFrom.earliest());
      case GROUP_DELETE -> new DeleteGroup(topic, group);
      case STATUS -> new GetStatus();
      case BEAT -> new Beat(1, List.of());
      case TOPIC_ALTER -> new AlterTopic(TopicSpec.named(topic));
      case DELAYED_LIST -> new ListDelayed(topic, 10, DelayedPlace.START);
      case DELAYED_CANCEL -> new CancelDelayed(topic, 1, 0);
      case DISK -> new GetDisk(10);
      case CLIENTS -> new ListClients(0, 10);
      case NODES -> new ListNodes();
      case TRACE -> new TraceMessage(topic, 1, "");
      case SETTINGS -> new GetSettings();
      case SALVAGE -> new ListSalvage(10);
      case VITALS -> new GetVitals();
      case DEATH -> new ProveDeath("node-1", "0d".repeat(32));
      case PROXY ->
          new ReportProxy(
              "proxy-1", 1, List.of(), 0, ProxyState.SERVING, 0, 0, 0, 0, Optional.empty());
      case MAIL_READ -> new ReadMailbox(topic, 0, "alice", 0, 1, 1_000, 0);
      case MAIL_ACK -> new AckMail(topic, 0, List.of(new MailAck("alice", 1)));
      case MAILBOX_LIST -> new ListMailboxes(topic, "", "", 10);
      case MAILBOX_DELETE -> new DeleteMailbox(topic, "alice");
      case MAIL_SUBSCRIBE ->
          new SubscribeMail(
              topic, 0, "alice", List.of(new MailSubscription("room/+", 1)), List.of());
      case SUBSCRIBERS -> new ListSubscribers(topic, "alice", "", "", 10);
      case LETTER_LIST -> new ListLetters(topic, 0, 10);
      case LETTER_SETTLE ->
          new SettleLetters(topic, LetterAction.DROP, List.of(new OffsetRange(0, 0)), null);
      case WORK_ASK -> new AskWork(topic, 0, 1_000, ByteBuffer.allocate(64));
      case WORK_TAKE -> new TakeWork(topic, 0, group, 1, 1, 0);
      case WORK_FINISH -> new FinishWork(topic, 1, group, 1, 1, 0, ByteBuffer.allocate(0));
      case WORK_CANCEL -> new CancelWork(topic, 1);
      case AUTHENTICATE -> new Authenticate("scram-sha-256", Secret.of("n,,n=a,r=b"));
    };
  }
}
