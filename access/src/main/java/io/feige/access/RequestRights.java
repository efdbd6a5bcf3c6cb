package io.feige.access;

import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CancelWork;
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
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.ReportProxy;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import io.feige.protocol.command.SettleLetters;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TraceMessage;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.model.LetterRule;
import org.jspecify.annotations.Nullable;

/** Which right each request of the wire takes. The one place where that stands. */
public final class RequestRights {
  private RequestRights() {}

  /**
   * What a request takes.
   *
   * @param right null: nothing but to have come in
   * @param topic of which topic; empty: it is a right of the cluster
   * @param group as which group; empty: it is no right of groups
   */
  private record Need(@Nullable Right right, String topic, String group) {
    private static final Need NOTHING = new Need(null, "", "");

    static Need of(Right right, String topic) {
      return new Need(right, topic, "");
    }

    static Need look(String topic) {
      return new Need(Right.VIEWER, topic, "");
    }
  }

  /** Whether somebody may ask so. */
  public static boolean permit(Grants grants, Request request) {
    Need need = need(request);
    Right right = need.right();
    if (right == null) {
      return true;
    }
    return right == Right.VIEWER
        ? sees(grants, need.topic())
        : grants.permit(right, need.topic(), need.group());
  }

  /** A request that is permitted, without what of it only those see who may have the messages. */
  public static Request narrowed(Grants grants, Request request) {
    return request instanceof ListDelayed list && !mayHaveMessages(grants, list.topic())
        ? list.withoutKeys()
        : request;
  }

  private static boolean mayHaveMessages(Grants grants, String topic) {
    return grants.permit(Right.READ, topic, "") || grants.permitSomeGroup(topic);
  }

  /** What somebody is told whom a request is not permitted. */
  public static Refusal refusal(Identity who, Request request) {
    return refusal(who, missing(request));
  }

  /** What somebody is told who lacks a right. */
  public static Refusal refusal(Identity who, String missing) {
    return Refusal.of(ErrorCode.NOT_AUTHORIZED, who + " lacks the right " + missing);
  }

  /** The right that a request takes, as it is written in grants. */
  public static String missing(Request request) {
    Need need = need(request);
    Right right = need.right();
    String text = right == null ? "" : right.text();
    if (need.topic().isEmpty()) {
      return text;
    }
    return right == Right.VIEWER
        ? text + ", or to publish, consume, read or manage " + need.topic()
        : text + ":" + need.topic() + (need.group().isEmpty() ? "" : "/" + need.group());
  }

  /** Whether it changes more than messages, and so is written down. */
  public static boolean isChange(Request request) {
    return need(request).right() == Right.MANAGE && !(request instanceof Publish);
  }

  private static Need need(Request request) {
    return switch (request) {
      // Who came in may stay, find out where to go, and take back what it asked.
      case Authenticate _, Hello _, Ping _, FindRoute _, CancelPull _, Beat _, ProveDeath _ ->
          Need.NOTHING;
      // A publisher that uses a stored name could pass for the producer that had it first.
      case Publish r -> Need.of(r.keepsName() ? Right.MANAGE : Right.PUBLISH, r.topic());
      case CancelDelayed r -> Need.of(Right.PUBLISH, r.topic());
      case Pull r -> new Need(Right.CONSUME, r.topic(), r.group());
      case Settle r -> new Need(Right.CONSUME, r.topic(), r.group());
      case AskWork r -> Need.of(Right.PUBLISH, r.topic());
      case CancelWork r -> Need.of(Right.PUBLISH, r.topic());
      // A stage is to its workers what a group is to consumers.
      case TakeWork r -> new Need(Right.CONSUME, r.topic(), r.stage());
      case FinishWork r -> new Need(Right.CONSUME, r.topic(), r.stage());
      case Read r -> Need.of(Right.READ, r.topic());
      case ReadMailbox r -> Need.of(Right.READ, r.topic());
      case ListMailboxes r -> Need.of(Right.READ, r.topic());
      case AckMail r -> Need.of(Right.READ, r.topic());
      case SubscribeMail r -> Need.of(Right.READ, r.topic());
      case ListSubscribers r -> Need.of(Right.READ, r.topic());
      case CreateTopic r -> Need.of(Right.MANAGE, r.spec().name());
      case AlterTopic r -> Need.of(Right.MANAGE, r.spec().name());
      case DeleteTopic r -> Need.of(Right.MANAGE, r.topic());
      case ResetGroup r -> Need.of(Right.MANAGE, r.topic());
      case DeleteGroup r -> Need.of(Right.MANAGE, r.topic());
      case DeleteMailbox r -> Need.of(Right.MANAGE, r.topic());
      case SettleLetters r -> Need.of(Right.MANAGE, r.topic());
      case ListTopics r -> Need.look(r.topic());
      case ListGroups r -> Need.look(r.topic());
      case ListDelayed r -> Need.look(r.topic());
      case ListLetters r -> Need.of(Right.READ, LetterRule.lettersOf(r.topic()));
      case GetStatus _, GetDisk _, GetVitals _, ListClients _, ListNodes _, ListSalvage _ ->
          Need.look("");
      case ReportProxy _ -> Need.of(Right.ANNOUNCE, "");
      case GetSettings _ -> Need.of(Right.OPERATOR, "");
      case TraceMessage r -> Need.look(r.topic());
    };
  }

  // Who does anything with a topic may look at it; all of them are for viewers.
  private static boolean sees(Grants grants, String topic) {
    return grants.permit(Right.VIEWER)
        || (!topic.isEmpty()
            && (grants.permit(Right.MANAGE, topic, "")
                || grants.permit(Right.PUBLISH, topic, "")
                || grants.permit(Right.READ, topic, "")
                || grants.permitSomeGroup(topic)));
  }
}
