package io.feige.broker.server.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What one connection is owed, with a socket and an allocator that do what a test says. */
final class OutgoingTest {
  private static final int PIECE = AnswerMemory.PIECE_BYTES;
  private static final int LIMIT = 64 * PIECE;
  private static final int MAX_OWED = 32 * PIECE;
  private static final int LONG = 20 * PIECE;

  private final Memory buffers = new Memory();
  private final Socket socket = new Socket(buffers);
  private final AnswerMemory memory = new AnswerMemory(LIMIT);
  private final List<String> told = new ArrayList<>();
  private final Outgoing outgoing = new Outgoing(socket, memory, MAX_OWED, new Owner());
  private final MemoryWaiters waiters = new MemoryWaiters(socket.eventLoop());

  /** Direct buffers, or none. */
  private static final class Memory extends AbstractByteBufAllocator {
    private boolean isThere = true;

    @Override
    protected ByteBuf newHeapBuffer(int bytes, int most) {
      return UnpooledByteBufAllocator.DEFAULT.heapBuffer(bytes, most);
    }

    @Override
    protected ByteBuf newDirectBuffer(int bytes, int most) {
      if (!isThere) {
        throw new OutOfMemoryError("Cannot reserve direct buffer memory, on purpose");
      }
      return UnpooledByteBufAllocator.DEFAULT.directBuffer(bytes, most);
    }

    @Override
    public CompositeByteBuf compositeDirectBuffer(int most) {
      return UnpooledByteBufAllocator.DEFAULT.compositeDirectBuffer(most);
    }

    @Override
    public boolean isDirectBufferPooled() {
      return false;
    }
  }

  /** A socket whose peer reads, or does not. */
  private static final class Socket extends EmbeddedChannel {
    private boolean isRead = true;

    Socket(Memory buffers) {
      config().setAllocator(buffers);
      int high = Outgoing.HIGH_WATER_BYTES;
      config().setWriteBufferWaterMark(new WriteBufferWaterMark(high / 2, high));
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) throws Exception {
      if (isRead) {
        super.doWrite(in);
      }
    }
  }

  private int fuller;

  private final class Owner implements Outgoing.Owner {
    @Override
    public void full() {
      told.add("full");
    }

    @Override
    public void fuller() {
      fuller++;
    }

    @Override
    public void relieved() {
      told.add("relieved");
    }

    @Override
    public void written() {
      socket.flush();
      outgoing.account();
    }

    @Override
    public void waitsForMemory() {
      waiters.add(outgoing);
    }

    @Override
    public void broken() {
      told.add("broken");
      var _ = socket.close();
    }
  }

  /** Zeros, a piece at a time. */
  private static final class Zeros implements LongAnswer {
    private final ArrayDeque<Runnable> later = new ArrayDeque<>();
    private final boolean isWell;
    private boolean isLate;
    private int asked;

    Zeros(boolean isWell) {
      this.isWell = isWell;
    }

    @Override
    public long bytes() {
      return LONG;
    }

    @Override
    public int heldBytes() {
      return 100;
    }

    @Override
    public void fill(ByteBuf piece, int most, Filled then) {
      asked++;
      piece.writeZero(most);
      if (isLate) {
        later.add(() -> then.filled(isWell));
      } else {
        then.filled(isWell);
      }
    }
  }

  @AfterEach
  void nothingIsHeldInTheEnd() {
    outgoing.end();
    assertThat(memory.used()).isZero();
    socket.isRead = true;
    socket.flush();
    socket.releaseOutbound();
    var _ = socket.close();
  }

  /** The loop's turns for so long. */
  private void pass(int millis) {
    socket.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    socket.runPendingTasks();
    socket.runScheduledPendingTasks();
    socket.runPendingTasks();
  }

  private long taken() {
    long bytes = 0;
    for (ByteBuf part = socket.readOutbound(); part != null; part = socket.readOutbound()) {
      bytes += part.readableBytes();
      part.release();
    }
    return bytes;
  }

  private static ByteBuf frame(int bytes) {
    return Unpooled.buffer(bytes).writeZero(bytes);
  }

  @Test
  void pieceForWhichTheJvmHasNoMemoryIsTriedAgain() {
    buffers.isThere = false;
    assertThatCode(() -> outgoing.send(new Zeros(true))).doesNotThrowAnyException();
    pass(5);
    assertThat(taken()).isZero();
    assertThat(outgoing.waitsForUs()).as("it is not the peer's fault").isTrue();

    buffers.isThere = true;
    pass(5);

    assertThat(taken()).isEqualTo(LONG);
    assertThat(outgoing.waitsForUs()).isFalse();
    assertThat(outgoing.owed()).isZero();
    assertThat(told).isEmpty();
  }

  @Test
  void memoryThatOthersHaveIsWaitedFor() {
    memory.add(LIMIT);
    outgoing.send(new Zeros(true));
    pass(5);
    assertThat(taken()).isZero();
    assertThat(outgoing.waitsForUs()).isTrue();

    memory.add(-LIMIT);
    pass(5);
    assertThat(taken()).isEqualTo(LONG);
  }

  @Test
  void whoDoesNotReadCostsWhatItsSocketsQueueHolds() {
    socket.isRead = false;
    Zeros answer = new Zeros(true);
    outgoing.send(answer);
    pass(1_000);
    assertThat(memory.used()).isLessThanOrEqualTo(Outgoing.HIGH_WATER_BYTES + PIECE);
    assertThat(outgoing.owed()).isGreaterThanOrEqualTo(LONG);
    assertThat(outgoing.waitsForUs()).as("the peer is waited for").isFalse();

    socket.isRead = true;
    socket.flush();
    pass(5);
    assertThat(taken()).isEqualTo(LONG);
    assertThat(memory.used()).isZero();
  }

  @Test
  void whoDoesNotReadHasLessWhereLittleIsFree() {
    long others = LIMIT - 9L * PIECE;
    memory.add(others);
    socket.isRead = false;
    outgoing.send(new Zeros(true));
    pass(5);
    assertThat(memory.used() - others).isLessThan(2 * PIECE);
    memory.add(-others);
  }

  @Test
  void whoHoldsMoreThanItsShareIsHeldAndALittleIsEverybodys() {
    memory.add(LIMIT - PIECE);
    socket.isRead = false;
    outgoing.send(frame(3 << 10));
    assertThat(told).isEmpty();

    memory.add(PIECE / 2);
    outgoing.send(frame(512));
    assertThat(outgoing.takesAnswers()).as("more than an eighth, and little").isTrue();

    outgoing.send(frame(8 << 10));
    assertThat(told).containsExactly("full");
    memory.add(PIECE / 2 - LIMIT);
  }

  @Test
  void whoIsOwedTooMuchIsHeldUntilItHasTakenIt() {
    socket.isRead = false;
    for (int i = 0; i < 3; i++) {
      outgoing.send(new Zeros(true));
    }
    assertThat(told).containsExactly("full");
    assertThat(fuller).as("of what is added then it hears, too").isPositive();
    assertThat(outgoing.takesAnswers()).isFalse();

    socket.isRead = true;
    socket.flush();
    pass(5);
    outgoing.look();
    assertThat(taken()).isEqualTo(3L * LONG);
    assertThat(told).containsExactly("full", "relieved");
    assertThat(outgoing.takesAnswers()).isTrue();
  }

  @Test
  void whatComesBehindALongAnswerWaitsBehindIt() {
    Zeros answer = new Zeros(true);
    answer.isLate = true;
    outgoing.send(answer);
    outgoing.send(frame(7));
    assertThat(taken()).isZero();
    assertThat(outgoing.waitsForUs()).isTrue();

    for (int i = 0; i < LONG / PIECE; i++) {
      assertThat(answer.later).as("one piece at a time").hasSize(1);
      answer.later.remove().run();
      pass(5);
    }
    assertThat(taken()).isEqualTo(LONG + 7L);
  }

  @Test
  void answerThatCannotBeCompletedIsTold() {
    outgoing.send(new Zeros(false));
    assertThat(told).containsExactly("broken");
  }

  @Test
  void pieceThatComesWhenTheConnectionHasGoneIsDropped() {
    Zeros answer = new Zeros(true);
    answer.isLate = true;
    outgoing.send(answer);
    outgoing.end();
    answer.later.remove().run();
    outgoing.send(frame(7));
    outgoing.send(answer);
    socket.flush();

    assertThat(taken()).isZero();
    assertThat(answer.asked).isEqualTo(1);
    assertThat(told).isEmpty();
  }
}
