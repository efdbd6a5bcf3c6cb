package io.feige.protocol.codec;

import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Command;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.DeathTaken;
import io.feige.protocol.command.DelayedCancelled;
import io.feige.protocol.command.GetSettings;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.GetVitals;
import io.feige.protocol.command.GroupDeleted;
import io.feige.protocol.command.HoldsBuffers;
import io.feige.protocol.command.ListNodes;
import io.feige.protocol.command.MailAcked;
import io.feige.protocol.command.MailSubscribed;
import io.feige.protocol.command.MailboxDeleted;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Pong;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.PullCancelled;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.TopicDeleted;
import io.feige.protocol.command.WorkCancelled;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import java.util.function.Function;

/**
 * Frames to commands. Whatever the bytes are, only {@link MalformedFrameException} comes out, and
 * no more memory is spent than a small multiple of the frame's length. The caller keeps its
 * reference to the body and releases it; a command that holds bytes of it has taken references of
 * its own ({@link HoldsBuffers}).
 */
public final class CommandDecoder {
  private CommandDecoder() {}

  /**
   * Reads a request of somebody who asks for itself.
   *
   * @param header a header without {@link FrameHeader#refusal}
   * @param body exactly the bytes that follow the header; its reader index moves
   * @throws MalformedFrameException with the code to answer with
   */
  public static Request request(FrameHeader header, ByteBuf body) {
    if (header.isActing()) {
      throw new MalformedFrameException(ErrorCode.MALFORMED, "no user can be named here");
    }
    return asked(header, body).request();
  }

  /**
   * Reads a request, also of somebody who asks for a user.
   *
   * @param header a header without {@link FrameHeader#refusal}
   * @param body exactly the bytes that follow the header; its reader index moves
   * @throws MalformedFrameException with the code to answer with
   */
  public static Asked asked(FrameHeader header, ByteBuf body) {
    if (header.isAnswer()) {
      throw new MalformedFrameException(ErrorCode.MALFORMED, "an answer came, not a request");
    }
    CommandType type = typeOf(header);
    String user = header.isActing() ? new WireReader(body).name("user") : "";
    Request request = whole(body, in -> readRequest(type, in));
    return new Asked(
        user,
        header.keepsName() && request instanceof Publish publish ? publish.keepingName() : request);
  }

  /**
   * Reads an answer.
   *
   * @param header a header without {@link FrameHeader#refusal}
   * @param body exactly the bytes that follow the header; its reader index moves
   * @throws MalformedFrameException after which the connection is of no use
   */
  public static Answer answer(FrameHeader header, ByteBuf body) {
    if (!header.isAnswer()) {
      throw new MalformedFrameException(ErrorCode.MALFORMED, "a request came, not an answer");
    }
    if (header.isRefusal()) {
      return whole(body, RefusalCodec::readRefusal);
    }
    CommandType type = typeOf(header);
    return whole(body, in -> readResult(type, in));
  }

  private static <C extends Command> C whole(ByteBuf body, Function<WireReader, C> codec) {
    WireReader in = new WireReader(body);
    C command;
    try {
      command = codec.apply(in);
    } catch (IllegalArgumentException e) {
      // The values' constructors hold the ranges, once for everybody who makes such a value.
      throw new MalformedFrameException(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
    }
    in.end();
    if (command instanceof HoldsBuffers holder) {
      holder.retainBuffers();
    }
    return command;
  }

  private static CommandType typeOf(FrameHeader header) {
    CommandType type = header.type();
    if (type == null) {
      throw new MalformedFrameException(
          ErrorCode.UNKNOWN_COMMAND, "command " + header.command() + " is not known");
    }
    return type;
  }

  private static Request readRequest(CommandType type, WireReader in) {
    return switch (type) {
      case HELLO -> ConnectionCodec.readHello(in);
      case PING -> new Ping();
      case ROUTE -> ConnectionCodec.readFindRoute(in);
      case PUBLISH -> PublishCodec.readPublish(in);
      case PULL -> DeliveryCodec.readPull(in);
      case SETTLE -> SettleCodec.readSettle(in);
      case CANCEL_PULL -> DeliveryCodec.readCancelPull(in);
      case READ -> DeliveryCodec.readRead(in);
      case TOPIC_CREATE -> TopicCodec.readCreateTopic(in);
      case TOPIC_ALTER -> TopicCodec.readAlterTopic(in);
      case TOPIC_DELETE -> TopicCodec.readDeleteTopic(in);
      case TOPIC_LIST -> TopicCodec.readListTopics(in);
      case GROUP_LIST -> GroupCodec.readListGroups(in);
      case GROUP_RESET -> GroupCodec.readResetGroup(in);
      case GROUP_DELETE -> GroupCodec.readDeleteGroup(in);
      case STATUS -> new GetStatus();
      case DELAYED_LIST -> DelayedCodec.readListDelayed(in);
      case DELAYED_CANCEL -> DelayedCodec.readCancelDelayed(in);
      case BEAT -> ClusterCodec.readBeat(in);
      case DISK -> DiskCodec.readGetDisk(in);
      case AUTHENTICATE -> ConnectionCodec.readAuthenticate(in);
      case CLIENTS -> ClientCodec.readListClients(in);
      case NODES -> new ListNodes();
      case TRACE -> TraceCodec.readTraceMessage(in);
      case SETTINGS -> new GetSettings();
      case SALVAGE -> NodeCodec.readListSalvage(in);
      case VITALS -> new GetVitals();
      case DEATH -> ClusterCodec.readProveDeath(in);
      case PROXY -> ProxyCodec.readReportProxy(in);
      case MAIL_READ -> MailCodec.readReadMailbox(in);
      case MAIL_ACK -> MailCodec.readAckMail(in);
      case MAILBOX_LIST -> MailCodec.readListMailboxes(in);
      case MAILBOX_DELETE -> MailCodec.readDeleteMailbox(in);
      case MAIL_SUBSCRIBE -> SubscriptionCodec.readSubscribeMail(in);
      case SUBSCRIBERS -> SubscriptionCodec.readListSubscribers(in);
      case LETTER_LIST -> LetterCodec.readListLetters(in);
      case LETTER_SETTLE -> LetterCodec.readSettleLetters(in);
      case WORK_ASK -> WorkCodec.readAskWork(in);
      case WORK_TAKE -> WorkCodec.readTakeWork(in);
      case WORK_FINISH -> WorkCodec.readFinishWork(in);
      case WORK_CANCEL -> WorkCodec.readCancelWork(in);
    };
  }

  private static Result readResult(CommandType type, WireReader in) {
    return switch (type) {
      case HELLO -> ConnectionCodec.readWelcome(in);
      case PING -> new Pong();
      case ROUTE -> ConnectionCodec.readRoutes(in);
      case PUBLISH -> PublishCodec.readPublished(in);
      case PULL -> DeliveryCodec.readPulled(in);
      case SETTLE -> SettleCodec.readSettled(in);
      case CANCEL_PULL -> new PullCancelled();
      case READ -> DeliveryCodec.readReadBatches(in);
      case TOPIC_CREATE -> TopicCodec.readTopicCreated(in);
      case TOPIC_ALTER -> TopicCodec.readTopicAltered(in);
      case TOPIC_DELETE -> new TopicDeleted();
      case TOPIC_LIST -> TopicCodec.readTopicList(in);
      case GROUP_LIST -> GroupCodec.readGroupList(in);
      case GROUP_RESET -> GroupCodec.readGroupReset(in);
      case GROUP_DELETE -> new GroupDeleted();
      case STATUS -> ConnectionCodec.readStatus(in);
      case DELAYED_LIST -> DelayedCodec.readDelayedList(in);
      case DELAYED_CANCEL -> new DelayedCancelled();
      case BEAT -> ClusterCodec.readReport(in);
      case DISK -> DiskCodec.readDiskUse(in);
      case AUTHENTICATE -> ConnectionCodec.readChallenge(in);
      case CLIENTS -> ClientCodec.readClientList(in);
      case NODES -> ClientCodec.readNodeList(in);
      case TRACE -> TraceCodec.readMessageTrace(in);
      case SETTINGS -> NodeCodec.readSettingList(in);
      case SALVAGE -> NodeCodec.readSalvageList(in);
      case VITALS -> VitalsCodec.readNodeVitals(in);
      case DEATH -> new DeathTaken();
      case PROXY -> ProxyCodec.readProxyHeard(in);
      case MAIL_READ -> MailCodec.readMail(in);
      case MAIL_ACK -> new MailAcked();
      case MAILBOX_LIST -> MailCodec.readMailboxList(in);
      case MAILBOX_DELETE -> new MailboxDeleted();
      case MAIL_SUBSCRIBE -> new MailSubscribed();
      case SUBSCRIBERS -> SubscriptionCodec.readSubscriberList(in);
      case LETTER_LIST -> LetterCodec.readLetterList(in);
      case LETTER_SETTLE -> LetterCodec.readLettersSettled(in);
      case WORK_ASK -> WorkCodec.readWorkAnswered(in);
      case WORK_TAKE -> WorkCodec.readWorkTaken(in);
      case WORK_FINISH -> WorkCodec.readWorkFinished(in);
      case WORK_CANCEL -> new WorkCancelled();
    };
  }
}
