package io.feige.protocol.codec;

import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.SubscriberList;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.Subscriber;

/** MAIL_SUBSCRIBE and SUBSCRIBERS. */
final class SubscriptionCodec {
  private static final int MIN_SUBSCRIPTION_BYTES = 2 + 8;
  private static final int MIN_SUBSCRIBER_BYTES = 2 + MIN_SUBSCRIPTION_BYTES;
  private static final int MIN_FILTER_BYTES = 2;

  private SubscriptionCodec() {}

  static void write(WireWriter out, SubscribeMail subscribe) {
    out.string(subscribe.topic())
        .u64(subscribe.epoch())
        .string(subscribe.identity())
        .list(subscribe.added(), SubscriptionCodec::writeSubscription)
        .list(subscribe.removed(), WireWriter::string);
  }

  static SubscribeMail readSubscribeMail(WireReader in) {
    return new SubscribeMail(
        in.name("topic"),
        in.u64("epoch"),
        MailCodec.identity(in),
        in.list("added", MIN_SUBSCRIPTION_BYTES, SubscriptionCodec::readSubscription),
        in.list("removed", MIN_FILTER_BYTES, SubscriptionCodec::filter));
  }

  private static void writeSubscription(WireWriter out, MailSubscription subscription) {
    out.string(subscription.filter()).u64(subscription.tag());
  }

  private static MailSubscription readSubscription(WireReader in) {
    return new MailSubscription(filter(in), in.u64("tag"));
  }

  static void write(WireWriter out, ListSubscribers list) {
    out.string(list.topic())
        .string(list.identity())
        .string(list.filter())
        .string(list.after())
        .u32(list.limit());
  }

  static ListSubscribers readListSubscribers(WireReader in) {
    return new ListSubscribers(
        in.name("topic"),
        in.string("identity"),
        in.string("filter"),
        in.string("after"),
        in.u32("limit"));
  }

  static void write(WireWriter out, SubscriberList list) {
    out.list(list.subscribers(), SubscriptionCodec::writeSubscriber).string(list.next());
  }

  private static void writeSubscriber(WireWriter out, Subscriber subscriber) {
    out.string(subscriber.identity());
    writeSubscription(out, subscriber.subscription());
  }

  static SubscriberList readSubscriberList(WireReader in) {
    return new SubscriberList(
        in.list(
            "subscribers",
            ListSubscribers.MAX_LIMIT,
            MIN_SUBSCRIBER_BYTES,
            SubscriptionCodec::readSubscriber),
        in.string("next"));
  }

  private static Subscriber readSubscriber(WireReader in) {
    return new Subscriber(in.string("identity"), readSubscription(in));
  }

  private static String filter(WireReader in) {
    String filter = in.string("filter");
    String problem = ChannelRule.problemOfFilter(filter);
    if (problem != null) {
      throw new MalformedFrameException(ErrorCode.NAME_INVALID, "filter: " + problem);
    }
    return filter;
  }
}
