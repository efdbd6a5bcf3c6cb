package io.feige.broker.core.decide;

import io.feige.broker.core.record.JournalRecord.Messages;
import io.feige.broker.core.state.MailCost;
import io.feige.broker.core.state.Mailbox;
import io.feige.broker.core.state.Mailboxes;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.Compression;
import io.feige.protocol.batch.Decompressor;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.model.ChannelRule;
import io.feige.protocol.model.IdentityRule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whose mailboxes the messages of a batch go to: the key of each is the owner's identity, or it is
 * that of a channel.
 *
 * @param recipients one for each message, see {@link Messages}
 * @param refused why the batch cannot be delivered; null: it can
 */
record Addressing(List<String> recipients, @Nullable Refusal refused) {
  private static final Addressing NONE = new Addressing(List.of(), null);

  /** The same for every batch of a topic without mailboxes. */
  static Addressing none() {
    return NONE;
  }

  /** Of a batch for mailboxes. It is never unpacked: an owner must not receive others' messages. */
  static Addressing of(BatchHead head) {
    if (head.compression() != Compression.NONE) {
      return refuse(
          ErrorCode.INVALID_ARGUMENT,
          "the batch is compressed; messages for mailboxes are taken apart, so they are sent as"
              + " they are");
    }
    try {
      BatchReader batch = BatchReader.open(head, Decompressor.NONE, 0);
      List<String> recipients = new ArrayList<>(batch.recordCount());
      for (int i = 0; i < batch.recordCount(); i++) {
        String recipient = ChannelRule.recipientOf(batch.record(i).key());
        if (recipient == null) {
          return refuse(
              ErrorCode.INVALID_ARGUMENT,
              "the key of message "
                  + i
                  + " of the batch is neither the identity of a mailbox's owner, 1 to "
                  + IdentityRule.MAX_BYTES
                  + " bytes of UTF-8 not beginning with $, nor @ and a channel's name");
        }
        recipients.add(recipient);
      }
      return new Addressing(recipients, null);
    } catch (MalformedFrameException e) {
      return refuse(ErrorCode.BATCH_CORRUPT, String.valueOf(e.getMessage()));
    }
  }

  /** The channels of the messages that go to some. */
  List<String> channels() {
    return recipients.stream().filter(ChannelRule::isMarked).map(ChannelRule::unmarked).toList();
  }

  /**
   * What the messages to owners add.
   *
   * @param begunBytes what mailboxes take that are begun
   * @param held messages that are held, at most
   */
  record Growth(long begunBytes, int held) {}

  Growth growth(Mailboxes mailboxes, int cap) {
    Set<String> begun = new HashSet<>(0);
    int held = 0;
    for (String recipient : recipients) {
      if (!ChannelRule.isMarked(recipient)) {
        Mailbox mailbox = mailboxes.find(recipient);
        if (mailbox == null) {
          begun.add(recipient);
        }
        held += mailbox == null || mailbox.held() < cap ? 1 : 0;
      }
    }
    return new Growth(begun.stream().mapToLong(MailCost::ofMailbox).sum(), held);
  }

  static Addressing refuse(Refusal refused) {
    return new Addressing(List.of(), refused);
  }

  private static Addressing refuse(ErrorCode code, String sentence) {
    return refuse(Refusal.of(code, sentence));
  }
}
