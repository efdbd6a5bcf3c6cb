package io.feige.access;

import io.feige.protocol.command.AlterTopic;
import io.feige.protocol.command.Authenticate;
import io.feige.protocol.command.Beat;
import io.feige.protocol.command.CancelDelayed;
import io.feige.protocol.command.CancelPull;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteGroup;
import io.feige.protocol.command.DeleteTopic;
import io.feige.protocol.command.FindRoute;
import io.feige.protocol.command.GetDisk;
import io.feige.protocol.command.GetStatus;
import io.feige.protocol.command.Hello;
import io.feige.protocol.command.ListDelayed;
import io.feige.protocol.command.ListGroups;
import io.feige.protocol.command.ListTopics;
import io.feige.protocol.command.Ping;
import io.feige.protocol.command.Publish;
import io.feige.protocol.command.Pull;
import io.feige.protocol.command.Read;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.ResetGroup;
import io.feige.protocol.command.Settle;
import java.util.Optional;

/** Which right each request of the wire takes. The one place where that stands. */
public final class RequestRights {
  private RequestRights() {}

  /** Whether somebody may ask so. */
  public static boolean permit(Grants grants, Request request) {
    return switch (request) {
      // Who came in may stay, find out where to go, and take back what it asked.
      case Authenticate _, Hello _, Ping _, FindRoute _, CancelPull _, Beat _ -> true;
      case Publish r -> grants.permit(Right.PUBLISH, r.topic(), "");
      case CancelDelayed r -> grants.permit(Right.PUBLISH, r.topic(), "");
      case Pull r -> grants.permit(Right.CONSUME, r.topic(), r.group());
      case Settle r -> grants.permit(Right.CONSUME, r.topic(), r.group());
      case Read r -> grants.permit(Right.READ, r.topic(), "");
      case CreateTopic r -> grants.permit(Right.MANAGE, r.spec().name(), "");
      case AlterTopic r -> grants.permit(Right.MANAGE, r.spec().name(), "");
      case DeleteTopic r -> grants.permit(Right.MANAGE, r.topic(), "");
      case ResetGroup r -> grants.permit(Right.MANAGE, r.topic(), "");
      case DeleteGroup r -> grants.permit(Right.MANAGE, r.topic(), "");
      case ListTopics r -> sees(grants, r.topic());
      case ListGroups r -> sees(grants, r.topic());
      case ListDelayed r -> sees(grants, r.topic());
      case GetStatus _, GetDisk _ -> grants.permit(Right.VIEWER);
    };
  }

  /** What is missing, for whoever asked; of a request that is not permitted. */
  public static String missing(Request request) {
    return switch (request) {
      case Publish r -> of(Right.PUBLISH, r.topic());
      case CancelDelayed r -> of(Right.PUBLISH, r.topic());
      case Pull r -> of(Right.CONSUME, r.topic() + "/" + r.group());
      case Settle r -> of(Right.CONSUME, r.topic() + "/" + r.group());
      case Read r -> of(Right.READ, r.topic());
      case CreateTopic r -> of(Right.MANAGE, r.spec().name());
      case AlterTopic r -> of(Right.MANAGE, r.spec().name());
      case DeleteTopic r -> of(Right.MANAGE, r.topic());
      case ResetGroup r -> of(Right.MANAGE, r.topic());
      case DeleteGroup r -> of(Right.MANAGE, r.topic());
      case ListTopics r -> seeing(r.topic());
      case ListGroups r -> seeing(r.topic());
      case ListDelayed r -> seeing(r.topic());
      default -> Right.VIEWER.text();
    };
  }

  /** The topic that a change is of; empty: the request changes none, or nothing but messages. */
  public static Optional<String> changed(Request request) {
    return switch (request) {
      case CreateTopic r -> Optional.of(r.spec().name());
      case AlterTopic r -> Optional.of(r.spec().name());
      case DeleteTopic r -> Optional.of(r.topic());
      case ResetGroup r -> Optional.of(r.topic());
      case DeleteGroup r -> Optional.of(r.topic());
      case CancelDelayed r -> Optional.of(r.topic());
      default -> Optional.empty();
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

  private static String seeing(String topic) {
    return topic.isEmpty() ? Right.VIEWER.text() : Right.VIEWER.text() + ", or one of " + topic;
  }

  private static String of(Right right, String what) {
    return right.text() + ":" + what;
  }
}
