package io.feige.perf.peers.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.io.aio.AIOSequentialFileFactory;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/**
 * A broker as {@code artemis create} sets one up: libaio where there is one, and the journal's
 * buffer time-out from how long the disk takes for a write of 4 KiB with its flush.
 */
public final class ArtemisMain {
  private static final int WRITES = 250;

  private ArtemisMain() {}

  /** Directory and port. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    Files.createDirectories(directory);
    ConfigurationImpl configuration = new ConfigurationImpl();
    boolean hasAio = AIOSequentialFileFactory.isSupported();
    int timeoutNanos = Math.toIntExact(nanosOfWrite(directory));
    configuration
        .setPersistenceEnabled(true)
        .setSecurityEnabled(false)
        .setJournalType(hasAio ? JournalType.ASYNCIO : JournalType.NIO)
        .setJournalDatasync(true)
        .setJournalSyncTransactional(true)
        .setJournalSyncNonTransactional(true)
        .setJournalBufferTimeout_AIO(timeoutNanos)
        .setJournalBufferTimeout_NIO(timeoutNanos)
        .setJournalMaxIO_AIO(4096)
        .setJournalDirectory(directory.resolve("journal").toString())
        .setBindingsDirectory(directory.resolve("bindings").toString())
        .setPagingDirectory(directory.resolve("paging").toString())
        .setLargeMessagesDirectory(directory.resolve("large").toString())
        .setMaxDiskUsage(99)
        .addAcceptorConfiguration("tcp", "tcp://localhost:" + arguments[1]);
    EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    broker.setConfiguration(configuration);
    broker.start();
    System.out.println("aio " + hasAio + ", buffer timeout " + timeoutNanos + " ns");
  }

  private static long nanosOfWrite(Path directory) throws IOException {
    Path file = directory.resolve("try");
    ByteBuffer page = ByteBuffer.allocateDirect(4096);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(4096 * WRITES), 0);
      channel.force(true);
      long start = System.nanoTime();
      for (int i = 0; i < WRITES; i++) {
        channel.write(page.clear(), i * 4096L);
        channel.force(false);
      }
      return (System.nanoTime() - start) / WRITES;
    } finally {
      Files.delete(file);
    }
  }
}
