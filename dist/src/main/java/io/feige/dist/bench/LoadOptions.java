package io.feige.dist.bench;

import io.feige.client.Compression;
import io.feige.client.Durability;
import io.feige.client.ProducerPolicy;
import io.feige.dist.cli.ByteSizeConverter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How messages are made and published. */
final class LoadOptions {
  @Option(
      names = "--size",
      paramLabel = "SIZE",
      defaultValue = "128",
      converter = ByteSizeConverter.class,
      description = "Bytes of a body, random. Default: ${DEFAULT-VALUE}.")
  private long size = 128;

  @Option(
      names = "--durability",
      paramLabel = "LEVEL",
      description =
          "When a message counts as confirmed: ${COMPLETION-CANDIDATES}. Default: the client's.")
  private @Nullable Durability durability;

  @Option(
      names = "--compression",
      paramLabel = "KIND",
      defaultValue = "NONE",
      description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Compression compression = Compression.NONE;

  @Option(
      names = "--linger",
      paramLabel = "DURATION",
      defaultValue = "0us",
      description = "How long a batch waits for more. Default: ${DEFAULT-VALUE}.")
  private Duration linger = Duration.ZERO;

  @Option(
      names = "--batch",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "512KiB",
      description = "Largest batch. Default: ${DEFAULT-VALUE}.")
  private long batchBytes = ProducerPolicy.DEFAULT.batchBytes();

  @Option(
      names = "--batches",
      paramLabel = "N",
      defaultValue = "8",
      description = "Batches under way at a time. Default: ${DEFAULT-VALUE}.")
  private int batches = ProducerPolicy.DEFAULT.maxInFlightBatches();

  private static final int MAX_SIZE = 8 << 20;

  int size() {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException("--size must be from 1 to 8 MiB, not " + size);
    }
    return (int) size;
  }

  ProducerPolicy policy() {
    ProducerPolicy policy =
        ProducerPolicy.DEFAULT
            .withCompression(compression)
            .withLinger(linger)
            .withBatchBytes((int) Math.min(batchBytes, Integer.MAX_VALUE))
            .withMaxInFlightBatches(batches);
    return durability == null ? policy : policy.withDurability(durability);
  }
}
