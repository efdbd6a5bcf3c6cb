package io.feige.protocol.codec;

import io.feige.protocol.command.AckMail;
import io.feige.protocol.command.CreateTopic;
import io.feige.protocol.command.DeleteMailbox;
import io.feige.protocol.command.DeliveredBatch;
import io.feige.protocol.command.ListMailboxes;
import io.feige.protocol.command.ListSubscribers;
import io.feige.protocol.command.Mail;
import io.feige.protocol.command.MailAcked;
import io.feige.protocol.command.MailSubscribed;
import io.feige.protocol.command.MailboxDeleted;
import io.feige.protocol.command.MailboxList;
import io.feige.protocol.command.ReadMailbox;
import io.feige.protocol.command.SubscribeMail;
import io.feige.protocol.command.SubscriberList;
import io.feige.protocol.model.MailAck;
import io.feige.protocol.model.MailSubscription;
import io.feige.protocol.model.MailboxDescription;
import io.feige.protocol.model.Selection;
import io.feige.protocol.model.Subscriber;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.netty.buffer.Unpooled;
import java.util.List;

/** What is asked about mailboxes, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenMail {
  private GoldenMail() {}

  static List<Golden> all() {
    return List.of(
        createTopicOfMailboxes(),
        createTopicInOnePair(),
        readMailbox(),
        mail(),
        ackMail(),
        mailAcked(),
        listMailboxes(),
        mailboxList(),
        deleteMailbox(),
        mailboxDeleted(),
        subscribeMail(),
        mailSubscribed(),
        listSubscribers(),
        subscriberList());
  }

  static Golden createTopicOfMailboxes() {
    return new Golden(
        new CreateTopic(TopicSpec.named("orders").withMailboxCap(800), true),
        """
        00 00 00 2b              # length 43
        01                       # version 1
        09                       # command 9 TOPIC_CREATE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # spec.name, length
        6f 72 64 65 72 73        # "orders"
        00                       # order NONE 0
        00 10                    # maxAttempts 16
        00 00 75 30              # leaseMillis 30000
        00 00 03 e8              # retryDelayMillis 1000
        00 04 93 e0              # retryDelayMaxMillis 300000
        00 00 00 00 00 00 00 00  # retentionMillis 0
        00 00 00 00 00 00 00 00  # retentionBytes 0
        03                       # flags: KEEP_FOR_GROUPS, MAILBOXES
        03 20                    # mailboxCap 800
        01                       # ifAbsent true
        """);
  }

  static Golden createTopicInOnePair() {
    return new Golden(
        new CreateTopic(TopicSpec.named("orders").withPlace(TopicPlace.ELSEWHERE), false),
        """
        00 00 00 29              # length 41
        01                       # version 1
        09                       # command 9 TOPIC_CREATE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # spec.name, length
        6f 72 64 65 72 73        # "orders"
        00                       # order NONE 0
        00 10                    # maxAttempts 16
        00 00 75 30              # leaseMillis 30000
        00 00 03 e8              # retryDelayMillis 1000
        00 04 93 e0              # retryDelayMaxMillis 300000
        00 00 00 00 00 00 00 00  # retentionMillis 0
        00 00 00 00 00 00 00 00  # retentionBytes 0
        09                       # flags: KEEP_FOR_GROUPS, ELSEWHERE
        00                       # ifAbsent false
        """);
  }

  static Golden readMailbox() {
    return new Golden(
        new ReadMailbox("orders", 3, "al", 5, 100, 65_536, 250),
        """
        00 00 00 28              # length 40
        01                       # version 1
        1e                       # command 30 MAIL_READ
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 00 03  # epoch 3
        00 02                    # identity, length
        61 6c                    # "al"
        00 00 00 00 00 00 00 05  # from 5
        00 00 00 64              # maxMessages 100
        00 01 00 00              # maxBytes 65536
        00 00 00 fa              # waitMillis 250
        """);
  }

  static Golden mail() {
    return new Golden(
        new Mail(
            3,
            5,
            6,
            4,
            9,
            2,
            List.of(
                new DeliveredBatch(
                    List.of(new Selection(0, 1, 1)), Unpooled.wrappedBuffer(new byte[] {1, 2})))),
        """
        00 00 00 44              # length 68
        01                       # version 1
        1e                       # command 30 MAIL_READ
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 00 00 00 00 00 05  # first 5
        00 00 00 00 00 00 00 06  # next 6
        00 00 00 00 00 00 00 04  # acked 4
        00 00 00 00 00 00 00 09  # end 9
        00 00 00 00 00 00 00 02  # dropped 2
        00 01                    # deliveries 1
        00 01                    # selections 1
        00 00 00 00              # first 0
        00 00 00 01              # count 1
        00 01                    # attempt 1
        00 00 00 02              # frame, length
        01 02                    # frame
        """);
  }

  static Golden ackMail() {
    return new Golden(
        new AckMail("orders", 3, List.of(new MailAck("al", 5))),
        """
        00 00 00 1e              # length 30
        01                       # version 1
        1f                       # command 31 MAIL_ACK
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 00 03  # epoch 3
        00 01                    # acks 1
        00 02                    # identity, length
        61 6c                    # "al"
        00 00 00 00 00 00 00 05  # upTo 5
        """);
  }

  static Golden mailAcked() {
    return new Golden(
        new MailAcked(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        1f                       # command 31 MAIL_ACK
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden listMailboxes() {
    return new Golden(
        new ListMailboxes("orders", "", "al", 50),
        """
        00 00 00 12              # length 18
        01                       # version 1
        20                       # command 32 MAILBOX_LIST
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00                    # identity, length
        00 02                    # after, length
        61 6c                    # "al"
        00 00 00 32              # limit 50
        """);
  }

  static Golden mailboxList() {
    return new Golden(
        new MailboxList(7, List.of(new MailboxDescription("bo", 3, 4, 9, 2)), "bo"),
        """
        00 00 00 2a              # length 42
        01                       # version 1
        20                       # command 32 MAILBOX_LIST
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 00 00 07              # total 7
        00 01                    # mailboxes 1
        00 02                    # identity, length
        62 6f                    # "bo"
        00 00 00 03              # held 3
        00 00 00 00 00 00 00 04  # acked 4
        00 00 00 00 00 00 00 09  # end 9
        00 00 00 00 00 00 00 02  # dropped 2
        00 02                    # next, length
        62 6f                    # "bo"
        """);
  }

  static Golden deleteMailbox() {
    return new Golden(
        new DeleteMailbox("orders", "al"),
        """
        00 00 00 0c              # length 12
        01                       # version 1
        21                       # command 33 MAILBOX_DELETE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 02                    # identity, length
        61 6c                    # "al"
        """);
  }

  static Golden mailboxDeleted() {
    return new Golden(
        new MailboxDeleted(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        21                       # command 33 MAILBOX_DELETE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden subscribeMail() {
    return new Golden(
        new SubscribeMail("orders", 3, "al", List.of(new MailSubscription("a/+", 5)), List.of("b")),
        """
        00 00 00 28              # length 40
        01                       # version 1
        22                       # command 34 MAIL_SUBSCRIBE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 00 00 00 00 00 00 03  # epoch 3
        00 02                    # identity, length
        61 6c                    # "al"
        00 01                    # added 1
        00 03                    # filter, length
        61 2f 2b                 # "a/+"
        00 00 00 00 00 00 00 05  # tag 5
        00 01                    # removed 1
        00 01                    # filter, length
        62                       # "b"
        """);
  }

  static Golden mailSubscribed() {
    return new Golden(
        new MailSubscribed(),
        """
        00 00 00 00              # length 0
        01                       # version 1
        22                       # command 34 MAIL_SUBSCRIBE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        """);
  }

  static Golden listSubscribers() {
    return new Golden(
        new ListSubscribers("orders", "al", "", "a", 50),
        """
        00 00 00 15              # length 21
        01                       # version 1
        23                       # command 35 SUBSCRIBERS
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 06                    # topic, length
        6f 72 64 65 72 73        # "orders"
        00 02                    # identity, length
        61 6c                    # "al"
        00 00                    # filter, length
        00 01                    # after, length
        61                       # "a"
        00 00 00 32              # limit 50
        """);
  }

  static Golden subscriberList() {
    return new Golden(
        new SubscriberList(List.of(new Subscriber("al", new MailSubscription("a/+", 5))), "a/+"),
        """
        00 00 00 18              # length 24
        01                       # version 1
        23                       # command 35 SUBSCRIBERS
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 01                    # subscribers 1
        00 02                    # identity, length
        61 6c                    # "al"
        00 03                    # filter, length
        61 2f 2b                 # "a/+"
        00 00 00 00 00 00 00 05  # tag 5
        00 03                    # next, length
        61 2f 2b                 # "a/+"
        """);
  }
}
