package io.feige.protocol.codec;

import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.Challenge;
import io.feige.protocol.command.ClientList;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DelayedList;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.DiskUse;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GroupList;
import io.feige.protocol.command.GroupReset;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.LetterList;
import io.feige.protocol.command.LettersSettled;
import io.feige.protocol.command.ListClients;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListLetters;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.ListSalvage;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Mail;
import io.feige.protocol.command.MailboxList;
import io.feige.protocol.command.MessageTrace;
import io.feige.protocol.command.NodeList;
import io.feige.protocol.command.NodeReport;
import io.feige.protocol.command.NodeStatus;
import io.feige.protocol.command.NodeVitals;
import io.feige.protocol.command.ProveDeath;
import io.feige.protocol.command.ProxyHeard;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Published;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Pulled;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.ReadBatches;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Result;
import io.feige.protocol.command.Routes;
import io.feige.protocol.command.SalvageList;
import io.feige.protocol.command.SettingList;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.command.Settled;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.SubscriberList;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TopicAltered;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.TopicList;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.command.Welcome;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.command.WorkFinished;
import io.feige.protocol.command.WorkTaken;
import io.netty.buffer.ByteBuf;

/**
 * Commands to frames. Each method appends one whole frame to the buffer; if it throws, the buffer
 * is as it was. Bytes of buffers in a command are copied and no reference to them is taken.
 *
 * <p>All throw IllegalArgumentException if a value does not fit its field, which is a bug of the
 * caller.
 */
public final class CommandEncoder {
  private CommandEncoder() {}

  /** Writes a request. */
  public static void request(int version, int correlationId, Request request, ByteBuf out) {
    request(version, correlationId, new Asked("", request), out);
  }

  /** Writes a request, also one for a user. */
  public static void request(int version, int correlationId, Asked asked, ByteBuf out) {
    int start = out.writerIndex();
    Request request = asked.request();
    try {
      boolean keepsName = request instanceof Publish publish && publish.keepsName();
      if (asked.user().isEmpty()) {
        FrameHeader header =
            keepsName
                ? FrameHeader.keepingName(0, version, request.type(), correlationId)
                : FrameHeader.request(0, version, request.type(), correlationId);
        header.write(out);
      } else if (keepsName) {
        throw new IllegalArgumentException("a batch keeps its name only for who asks itself");
      } else {
        FrameHeader.acting(0, version, request.type(), correlationId).write(out);
        new WireWriter(out).string(asked.user());
      }
      writeRequest(request, new WireWriter(out));
      setLength(out, start, out.writerIndex() - start - FrameHeader.BYTES);
    } catch (IllegalArgumentException e) {
      out.writerIndex(start);
      throw e;
    }
  }

  /** Writes the answer to a request that was done. */
  public static void result(int version, int correlationId, Result result, ByteBuf out) {
    int start = out.writerIndex();
    try {
      FrameHeader.result(0, version, result.type(), correlationId).write(out);
      writeResult(result, new WireWriter(out));
      setLength(out, start, out.writerIndex() - start - FrameHeader.BYTES);
    } catch (IllegalArgumentException e) {
      out.writerIndex(start);
      throw e;
    }
  }

  /**
   * Writes a refusal.
   *
   * @param request header of what is refused; its version and command, known or not, are echoed
   */
  public static void refusal(FrameHeader request, Refusal refusal, ByteBuf out) {
    int start = out.writerIndex();
    try {
      request.forRefusal(0).write(out);
      RefusalCodec.write(new WireWriter(out), refusal);
      setLength(out, start, out.writerIndex() - start - FrameHeader.BYTES);
    } catch (IllegalArgumentException e) {
      out.writerIndex(start);
      throw e;
    }
  }

  /** Writes a refusal of a request of a known command. */
  public static void refusal(
      int version, int correlationId, CommandType type, Refusal refusal, ByteBuf out) {
    refusal(FrameHeader.request(0, version, type, correlationId), refusal, out);
  }

  /**
   * Writes a PUBLISH up to its batch, so that the batch's bytes can be sent after it without being
   * copied. The frame is complete when the readable bytes of {@code publish.batch()} have followed.
   */
  public static void publishHead(int version, int correlationId, Publish publish, ByteBuf out) {
    int start = out.writerIndex();
    try {
      FrameHeader.request(0, version, CommandType.PUBLISH, correlationId).write(out);
      PublishCodec.writeHead(new WireWriter(out), publish);
      int head = out.writerIndex() - start - FrameHeader.BYTES;
      setLength(out, start, Math.addExact(head, publish.batch().readableBytes()));
    } catch (IllegalArgumentException e) {
      out.writerIndex(start);
      throw e;
    }
  }

  static void setLength(ByteBuf out, int frameAt, int length) {
    out.setInt(frameAt, length);
  }

  private static void writeRequest(Request request, WireWriter out) {
    switch (request.type()) {
      case HELLO -> ConnectionCodec.write(out, (Hello) request);
      case PING, STATUS, NODES, SETTINGS, VITALS -> {}
      case ROUTE -> ConnectionCodec.write(out, (FindRoute) request);
      case PUBLISH -> PublishCodec.write(out, (Publish) request);
      case PULL -> DeliveryCodec.write(out, (Pull) request);
      case SETTLE -> SettleCodec.write(out, (Settle) request);
      case CANCEL_PULL -> DeliveryCodec.write(out, (CancelPull) request);
      case READ -> DeliveryCodec.write(out, (Read) request);
      case TOPIC_CREATE -> TopicCodec.write(out, (CreateTopic) request);
      case TOPIC_ALTER -> TopicCodec.write(out, (AlterTopic) request);
      case TOPIC_DELETE -> TopicCodec.write(out, (DeleteTopic) request);
      case TOPIC_LIST -> TopicCodec.write(out, (ListTopics) request);
      case GROUP_LIST -> GroupCodec.write(out, (ListGroups) request);
      case GROUP_RESET -> GroupCodec.write(out, (ResetGroup) request);
      case GROUP_DELETE -> GroupCodec.write(out, (DeleteGroup) request);
      case DELAYED_LIST -> DelayedCodec.write(out, (ListDelayed) request);
      case DELAYED_CANCEL -> DelayedCodec.write(out, (CancelDelayed) request);
      case BEAT -> ClusterCodec.write(out, (Beat) request);
      case DISK -> DiskCodec.write(out, (GetDisk) request);
      case AUTHENTICATE -> ConnectionCodec.write(out, (Authenticate) request);
      case CLIENTS -> ClientCodec.write(out, (ListClients) request);
      case TRACE -> TraceCodec.write(out, (TraceMessage) request);
      case SALVAGE -> NodeCodec.write(out, (ListSalvage) request);
      case DEATH -> ClusterCodec.write(out, (ProveDeath) request);
      case PROXY -> ProxyCodec.write(out, (ReportProxy) request);
      case MAIL_READ -> MailCodec.write(out, (ReadMailbox) request);
      case MAIL_ACK -> MailCodec.write(out, (AckMail) request);
      case MAILBOX_LIST -> MailCodec.write(out, (ListMailboxes) request);
      case MAILBOX_DELETE -> MailCodec.write(out, (DeleteMailbox) request);
      case MAIL_SUBSCRIBE -> SubscriptionCodec.write(out, (SubscribeMail) request);
      case SUBSCRIBERS -> SubscriptionCodec.write(out, (ListSubscribers) request);
      case LETTER_LIST -> LetterCodec.write(out, (ListLetters) request);
      case LETTER_SETTLE -> LetterCodec.write(out, (SettleLetters) request);
      case WORK_ASK -> WorkCodec.write(out, (AskWork) request);
      case WORK_TAKE -> WorkCodec.write(out, (TakeWork) request);
      case WORK_FINISH -> WorkCodec.write(out, (FinishWork) request);
      case WORK_CANCEL -> WorkCodec.write(out, (CancelWork) request);
    }
  }

  private static void writeResult(Result result, WireWriter out) {
    switch (result.type()) {
      case HELLO -> ConnectionCodec.write(out, (Welcome) result);
      case PING,
          CANCEL_PULL,
          TOPIC_DELETE,
          GROUP_DELETE,
          DELAYED_CANCEL,
          DEATH,
          MAIL_ACK,
          MAILBOX_DELETE,
          MAIL_SUBSCRIBE,
          WORK_CANCEL -> {}
      case ROUTE -> ConnectionCodec.write(out, (Routes) result);
      case PUBLISH -> PublishCodec.write(out, (Published) result);
      case PULL -> DeliveryCodec.write(out, (Pulled) result);
      case SETTLE -> SettleCodec.write(out, (Settled) result);
      case READ -> DeliveryCodec.write(out, (ReadBatches) result);
      case TOPIC_CREATE -> TopicCodec.write(out, (TopicCreated) result);
      case TOPIC_ALTER -> TopicCodec.write(out, (TopicAltered) result);
      case TOPIC_LIST -> TopicCodec.write(out, (TopicList) result);
      case GROUP_LIST -> GroupCodec.write(out, (GroupList) result);
      case GROUP_RESET -> GroupCodec.write(out, (GroupReset) result);
      case DELAYED_LIST -> DelayedCodec.write(out, (DelayedList) result);
      case STATUS -> ConnectionCodec.write(out, (NodeStatus) result);
      case BEAT -> ClusterCodec.write(out, (NodeReport) result);
      case DISK -> DiskCodec.write(out, (DiskUse) result);
      case AUTHENTICATE -> ConnectionCodec.write(out, (Challenge) result);
      case CLIENTS -> ClientCodec.write(out, (ClientList) result);
      case NODES -> ClientCodec.write(out, (NodeList) result);
      case TRACE -> TraceCodec.write(out, (MessageTrace) result);
      case SETTINGS -> NodeCodec.write(out, (SettingList) result);
      case SALVAGE -> NodeCodec.write(out, (SalvageList) result);
      case VITALS -> VitalsCodec.write(out, (NodeVitals) result);
      case PROXY -> ProxyCodec.write(out, (ProxyHeard) result);
      case MAIL_READ -> MailCodec.write(out, (Mail) result);
      case MAILBOX_LIST -> MailCodec.write(out, (MailboxList) result);
      case SUBSCRIBERS -> SubscriptionCodec.write(out, (SubscriberList) result);
      case LETTER_LIST -> LetterCodec.write(out, (LetterList) result);
      case LETTER_SETTLE -> LetterCodec.write(out, (LettersSettled) result);
      case WORK_ASK -> WorkCodec.write(out, (WorkAnswered) result);
      case WORK_TAKE -> WorkCodec.write(out, (WorkTaken) result);
      case WORK_FINISH -> WorkCodec.write(out, (WorkFinished) result);
    }
  }
}
