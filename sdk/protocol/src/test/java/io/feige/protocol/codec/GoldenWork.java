package io.feige.protocol.codec;

import io.feige.protocol.command.AskWork;
import io.feige.protocol.command.CancelWork;
import io.feige.protocol.command.FinishWork;
import io.feige.protocol.command.TakeWork;
import io.feige.protocol.command.TopicCreated;
import io.feige.protocol.command.WorkAnswered;
import io.feige.protocol.command.WorkCancelled;
import io.feige.protocol.command.WorkFinished;
import io.feige.protocol.command.WorkTaken;
import io.feige.protocol.model.Job;
import io.feige.protocol.model.OrderMode;
import io.feige.protocol.model.TopicDescription;
import io.feige.protocol.model.TopicPlace;
import io.feige.protocol.model.TopicSpec;
import io.feige.protocol.model.WorkFigures;
import java.nio.ByteBuffer;
import java.util.List;

/** Requests and workers, byte by byte, as {@code docs/wire-format.md} says. */
final class GoldenWork {
  private GoldenWork() {}

  private static final TopicSpec SPEC =
      new TopicSpec(
          "orders",
          OrderMode.NONE,
          5,
          30_000,
          1_000,
          60_000,
          86_400_000L,
          1_073_741_824L,
          true,
          0,
          TopicPlace.HERE,
          List.of("parse", "compute"));
  private static final WorkFigures PARSE =
      new WorkFigures("parse", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  private static final WorkFigures COMPUTE =
      new WorkFigures("compute", 12, 8, 3, 9, 740, 41_822, 4, 5, 17, 1, 204, 6);

  static List<Golden> all() {
    return List.of(
        ask(),
        answered(),
        take(),
        taken(),
        finish(),
        finished(),
        cancel(),
        cancelled(),
        workTopicCreated());
  }

  private static ByteBuffer bytes(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length);
    for (int value : values) {
      bytes.put((byte) value);
    }
    return bytes.flip();
  }

  static Golden ask() {
    return new Golden(
        new AskWork("compute", 3, 5_000, bytes(0xb1, 0xb2)),
        """
        00 00 00 1b              # length 27
        01                       # version 1
        26                       # command 38 WORK_ASK
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 07                    # topic, length
        63 6f 6d 70 75 74 65     # "compute"
        00 00 00 00 00 00 00 03  # epoch 3
        00 00 13 88              # timeoutMillis 5000
        00 00 00 02              # batch, length
        b1 b2                    # batch
        """);
  }

  static Golden answered() {
    return new Golden(
        new WorkAnswered(3, 200, bytes(0xb3)),
        """
        00 00 00 0f              # length 15
        01                       # version 1
        26                       # command 38 WORK_ASK
        00 01                    # flags: answer
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 03  # epoch 3
        00 c8                    # status 200
        00 00 00 01              # batch, length
        b3                       # batch
        """);
  }

  static Golden take() {
    return new Golden(
        new TakeWork("compute", 3, "parse", 2, 4, 15_000),
        """
        00 00 00 22              # length 34
        01                       # version 1
        27                       # command 39 WORK_TAKE
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 07                    # topic, length
        63 6f 6d 70 75 74 65     # "compute"
        00 00 00 00 00 00 00 03  # epoch 3
        00 05                    # stage, length
        70 61 72 73 65           # "parse"
        00 00 00 02              # worker 2
        00 04                    # most 4
        00 00 3a 98              # waitMillis 15000
        """);
  }

  static Golden taken() {
    return new Golden(
        new WorkTaken(3, List.of(new Job(9, 1, 4_000, bytes(0xb1, 0xb2))), List.of(5L)),
        """
        00 00 00 2a              # length 42
        01                       # version 1
        27                       # command 39 WORK_TAKE
        00 01                    # flags: answer
        00 00 00 07              # correlation id 7
        00 00 00 00 00 00 00 03  # epoch 3
        00 01                    # jobs, 1 of them
        00 00 00 00 00 00 00 09  # id 9
        00 00 00 01              # attempt 1
        00 00 0f a0              # leftMillis 4000
        00 00 00 02              # batch, length
        b1 b2                    # batch
        00 01                    # unwanted, 1 of them
        00 00 00 00 00 00 00 05  # id 5
        """);
  }

  static Golden finish() {
    return new Golden(
        new FinishWork("compute", 3, "parse", 2, 9, 200, bytes(0xb3)),
        """
        00 00 00 2b              # length 43
        01                       # version 1
        28                       # command 40 WORK_FINISH
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 07                    # topic, length
        63 6f 6d 70 75 74 65     # "compute"
        00 00 00 00 00 00 00 03  # epoch 3
        00 05                    # stage, length
        70 61 72 73 65           # "parse"
        00 00 00 02              # worker 2
        00 00 00 00 00 00 00 09  # job 9
        00 c8                    # status 200
        00 00 00 01              # batch, length
        b3                       # batch
        """);
  }

  static Golden finished() {
    return new Golden(
        new WorkFinished(true),
        """
        00 00 00 01  # length 1
        01           # version 1
        28           # command 40 WORK_FINISH
        00 01        # flags: answer
        00 00 00 07  # correlation id 7
        01           # isWanted
        """);
  }

  static Golden cancel() {
    return new Golden(
        new CancelWork("compute", 6),
        """
        00 00 00 0d              # length 13
        01                       # version 1
        29                       # command 41 WORK_CANCEL
        00 00                    # flags: request
        00 00 00 07              # correlation id 7
        00 07                    # topic, length
        63 6f 6d 70 75 74 65     # "compute"
        00 00 00 06              # ask 6
        """);
  }

  static Golden cancelled() {
    return new Golden(
        new WorkCancelled(),
        """
        00 00 00 00  # length 0
        01           # version 1
        29           # command 41 WORK_CANCEL
        00 01        # flags: answer
        00 00 00 07  # correlation id 7
        """);
  }

  static Golden workTopicCreated() {
    return new Golden(
        new TopicCreated(
            new TopicDescription(
                SPEC, 3, 0, 0, 0, 0, 0, 1_700_000_000_000L, List.of(PARSE, COMPUTE))),
        """
        00 00 01 13              # length 275
        01                       # version 1
        09                       # command 9 TOPIC_CREATE
        00 01                    # flags: RESPONSE
        00 00 00 07              # correlation id 7
        00 06                    # spec.name, length
        6f 72 64 65 72 73        # "orders"
        00                       # order NONE 0
        00 05                    # maxAttempts 5
        00 00 75 30              # leaseMillis 30000
        00 00 03 e8              # retryDelayMillis 1000
        00 00 ea 60              # retryDelayMaxMillis 60000
        00 00 00 00 05 26 5c 00  # retentionMillis 86400000
        00 00 00 00 40 00 00 00  # retentionBytes 1073741824
        15                       # keepForGroups 1, one pair has it 4, of work 16
        02                       # stages 2
        00 05                    # spec.stages, length
        70 61 72 73 65           # "parse"
        00 07                    # spec.stages, length
        63 6f 6d 70 75 74 65     # "compute"
        00 00 00 03              # partition 3
        00 00 00 00 00 00 00 00  # startOffset 0
        00 00 00 00 00 00 00 00  # endOffset 0
        00 00 00 00 00 00 00 00  # committedOffset 0
        00 00 00 00 00 00 00 00  # bytes 0
        00 00 00 00              # delayed 0
        00 00 01 8b cf e5 68 00  # createdAtMillis 1700000000000
        00 02                    # work 2
        00 05                    # stage, length
        70 61 72 73 65           # "parse"
        00 00 00 00 00 00 00 00  # waiting 0, running 0
        00 00 00 00 00 00 00 00  # workers 0, places 0
        00 00 00 00              # oldestMillis 0
        00 00 00 00 00 00 00 00  # answered 0
        00 00 00 00 00 00 00 00  # noWorker 0
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # full 0, late 0
        00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  # workersLost 0, cancelled 0
        00 00 00 00 00 00 00 00  # repeated 0
        00 07                    # stage, length
        63 6f 6d 70 75 74 65     # "compute"
        00 00 00 0c              # waiting 12
        00 00 00 08              # running 8
        00 00 00 03              # workers 3
        00 00 00 09              # places 9
        00 00 02 e4              # oldestMillis 740
        00 00 00 00 00 00 a3 5e  # answered 41822
        00 00 00 00 00 00 00 04  # noWorker 4
        00 00 00 00 00 00 00 05  # full 5
        00 00 00 00 00 00 00 11  # late 17
        00 00 00 00 00 00 00 01  # workersLost 1
        00 00 00 00 00 00 00 cc  # cancelled 204
        00 00 00 00 00 00 00 06  # repeated 6
        """);
  }
}
