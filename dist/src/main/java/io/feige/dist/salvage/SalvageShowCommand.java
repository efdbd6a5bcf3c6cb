package io.feige.dist.salvage;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feige.admin.json.TextOrBytes;
import io.feige.broker.journal.salvage.SalvageHeader;
import io.feige.compression.Compressors;
import io.feige.dist.cli.Context;
import io.feige.dist.cli.ExitCode;
import io.feige.dist.cli.Json;
import io.feige.protocol.batch.BatchHead;
import io.feige.protocol.batch.BatchReader;
import io.feige.protocol.batch.BatchRecord;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.frame.FrameKind;
import io.feige.protocol.frame.StoredFrame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints what is in a salvage file. */
@Command(
    name = "show",
    description = {
      "Prints the frames of a salvage file, a line each, or with --messages the messages in it.",
      "",
      "Nothing is changed; the node may run."
    },
    footer = {
      "",
      "Examples:",
      "  feige salvage show --dir feige-cluster/node-1 4-392406.salvage",
      "  feige salvage show --dir feige-cluster/node-1 4-392406.salvage --messages --json"
    })
public final class SalvageShowCommand implements Callable<Integer> {
  private static final int MAX_PAYLOAD_BYTES = 256 << 20;

  private final Context context;

  @Mixin private SalvageOptions options = new SalvageOptions();

  @Option(names = "--messages", description = "The messages instead of the frames.")
  private boolean messages;

  @Parameters(paramLabel = "FILE", description = "The file, as 'list' names it.")
  private String file = "";

  public SalvageShowCommand(Context context) {
    this.context = context;
  }

  /** A frame as {@code --json} prints it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Frame(
      long position,
      String kind,
      long epoch,
      String time,
      int length,
      @Nullable String topic,
      @Nullable Long firstOffset,
      @Nullable Integer messages,
      @Nullable String producer,
      @Nullable Long sequence) {
    String words() {
      String line =
          position + "  " + kind + "  epoch " + epoch + "  " + time + "  " + length + " B";
      if (topic != null) {
        line += "  " + topic;
      }
      if (firstOffset != null) {
        line += "  offset " + firstOffset;
      }
      return messages == null
          ? line
          : line + "  " + messages + " messages of producer " + producer + ", batch " + sequence;
    }
  }

  /** A message as {@code --json} prints it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Salvaged(
      String topic,
      @Nullable Long offset,
      String publishTime,
      @Nullable String key,
      @Nullable String keyBase64,
      @Nullable String body,
      @Nullable String bodyBase64) {}

  @Override
  public Integer call() throws IOException {
    SalvageOptions.Found found = options.one(file);
    SalvageHeader header = found.store().header(file);
    try {
      found.store().frames(file, frame -> show(header, frame));
      return ExitCode.OK;
    } finally {
      context.terminal().out().flush();
    }
  }

  private void show(SalvageHeader header, StoredFrame stored) {
    FrameKind kind = stored.kind();
    String topic = header.topics().get(stored.partition());
    if (!messages) {
      Frame frame = frame(stored, topic);
      write(context.isJson() ? Json.line(frame) : frame.words());
    } else if (kind != null && kind.hasBatch() && !stored.hasFlag(FrameKind.FLAG_CARRIED)) {
      showMessages(stored, topic == null ? "partition " + stored.partition() : topic);
    }
  }

  private static Frame frame(StoredFrame stored, @Nullable String topic) {
    FrameKind kind = stored.kind();
    BatchHead batch = kind != null && kind.hasBatch() ? stored.batch() : null;
    return new Frame(
        stored.position(),
        String.valueOf(kind),
        stored.epoch(),
        Instant.ofEpochMilli(stored.timeMillis()).toString(),
        stored.length(),
        topic,
        kind == FrameKind.MESSAGES ? stored.baseOffset() : null,
        batch == null ? null : batch.recordCount(),
        batch == null ? null : Long.toHexString(batch.producerId()),
        batch == null ? null : batch.sequence());
  }

  private void showMessages(StoredFrame stored, String topic) {
    BatchReader batch;
    try {
      batch = BatchReader.open(stored.batch(), Compressors.DECOMPRESSOR, MAX_PAYLOAD_BYTES);
    } catch (MalformedFrameException e) {
      leftOut("the messages at position " + stored.position(), e);
      return;
    }
    boolean hasOffsets = stored.kind() == FrameKind.MESSAGES;
    int first = hasOffsets ? stored.recordFirst() : 0;
    int count = hasOffsets ? stored.recordCount() : batch.recordCount();
    for (int i = 0; i < count; i++) {
      try {
        BatchRecord one = batch.record(first + i);
        write(
            context.isJson()
                ? Json.line(salvaged(topic, hasOffsets ? stored.baseOffset() + i : null, one))
                : new String(one.body(), StandardCharsets.UTF_8));
      } catch (MalformedFrameException e) {
        leftOut("message " + i + " at position " + stored.position(), e);
      }
    }
  }

  /** Its publisher packed it so; what follows can be read all the same. */
  private void leftOut(String what, MalformedFrameException why) {
    context.terminal().note("feige: " + what + " is left out: " + why.sentence());
  }

  private static Salvaged salvaged(String topic, @Nullable Long offset, BatchRecord one) {
    byte[] key = one.key();
    String keyText = key == null ? null : TextOrBytes.text(key);
    byte[] body = one.body();
    String bodyText = TextOrBytes.text(body);
    return new Salvaged(
        topic,
        offset,
        Instant.ofEpochMilli(one.clientTimeMillis()).toString(),
        keyText,
        key == null || keyText != null ? null : TextOrBytes.base64(key),
        bodyText,
        bodyText != null ? null : TextOrBytes.base64(body));
  }

  private void write(String line) {
    try {
      context.terminal().out().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }
}
