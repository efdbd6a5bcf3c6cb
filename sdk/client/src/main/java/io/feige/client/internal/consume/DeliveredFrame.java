package io.feige.client.internal.consume;

import io.feige.client.DeadLetter;
import io.feige.client.FeigeException;
import io.feige.compression.Compressors;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.FrameProblem;
import io.feige.protocol.frame.LetterOrigin;
import io.feige.protocol.frame.StoredFrame;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stored frame that was delivered, checked and unpacked once for all of its messages. Immutable.
 */
public final class DeliveredFrame {
  private static final int MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

  private final String topic;
  private final String pair;
  private final BatchReader batch;
  private final long baseOffset;
  private final int recordFirst;
  private final long storedAtMillis;
  private final @Nullable LetterOrigin origin;

  private DeliveredFrame(String topic, String pair, StoredFrame frame, BatchReader batch) {
    this.topic = topic;
    this.pair = pair;
    this.batch = batch;
    this.baseOffset = frame.baseOffset();
    this.recordFirst = frame.recordFirst();
    this.storedAtMillis = frame.timeMillis();
    this.origin = LetterOrigin.of(frame);
  }

  /**
   * Checks the frame and the publisher's checksum, and unpacks the batch.
   *
   * @throws FeigeException BATCH_CORRUPT if anything is wrong with it
   */
  public static DeliveredFrame open(String topic, String pair, ByteBuffer bytes) {
    StoredFrame frame = StoredFrame.at(bytes, 0);
    FrameProblem problem = frame.headerProblem();
    if (problem == null) {
      problem = frame.extensionProblem();
    }
    if (problem == null) {
      problem = frame.batchFitProblem();
    }
    if (problem != null) {
      throw corrupt(topic, "the frame: " + problem.sentence());
    }
    try {
      BatchReader batch =
          BatchReader.open(frame.batch(), Compressors.DECOMPRESSOR, MAX_PAYLOAD_BYTES);
      return new DeliveredFrame(topic, pair, frame, batch);
    } catch (MalformedFrameException e) {
      throw corrupt(topic, "frame at position " + frame.position() + ": " + e.sentence());
    }
  }

  String topic() {
    return topic;
  }

  String pair() {
    return pair;
  }

  long offset(int record) {
    return baseOffset + record - recordFirst;
  }

  long storedAtMillis() {
    return storedAtMillis;
  }

  Optional<DeadLetter> deadLetter(int record) {
    return origin == null
        ? Optional.empty()
        : Optional.of(
            new DeadLetter(
                origin.topicName(),
                origin.groupName(),
                origin.offset() + record - recordFirst,
                origin.attempts(),
                origin.consumer(),
                origin.reason()));
  }

  /** When the first message of the batch was handed over, by its publisher's clock. */
  long batchTimeMillis() {
    return batch.head().clientTimeMillis();
  }

  BatchRecord record(int index) {
    try {
      return batch.record(index);
    } catch (MalformedFrameException e) {
      throw corrupt(topic, "offset " + offset(index) + ": " + e.sentence());
    }
  }

  /** Why a message cannot be read, if so. */
  Optional<String> problem(int index) {
    try {
      BatchRecord unused = batch.record(index);
      return Optional.empty();
    } catch (MalformedFrameException e) {
      return Optional.of(e.sentence());
    }
  }

  int keyHash(int index) {
    return batch.head().keyHash(index);
  }

  long expiryMillis(int index) {
    return batch.head().expiryMillis(index);
  }

  private static FeigeException corrupt(String topic, String what) {
    return FeigeException.of(ErrorCode.BATCH_CORRUPT, "Topic " + topic + ", " + what + ".");
  }
}
