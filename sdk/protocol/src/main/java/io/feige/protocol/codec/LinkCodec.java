package io.feige.protocol.codec;

import io.feige.protocol.error.ErrorCode;
import io.feige.protocol.error.MalformedFrameException;
import io.feige.protocol.link.Ack;
import io.feige.protocol.link.Copy;
import io.feige.protocol.link.EpochStart;
import io.feige.protocol.link.Fetch;
import io.feige.protocol.link.Fetched;
import io.feige.protocol.link.Join;
import io.feige.protocol.link.Joined;
import io.feige.protocol.link.LinkAccepted;
import io.feige.protocol.link.LinkChallenge;
import io.feige.protocol.link.LinkHandshake;
import io.feige.protocol.link.LinkMessage;
import io.feige.protocol.link.LinkProof;
import io.feige.protocol.link.LinkRefused;
import io.feige.protocol.link.LinkToken;
import io.feige.protocol.link.SnapshotPart;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Frames of the replication link: the length of the rest as u32, the kind as u8, the body. It has a
 * framing of its own because nothing on it is answered: there is no correlation, and a header of
 * five bytes is all it needs.
 *
 * <p>Whatever the bytes are, only {@link MalformedFrameException} comes out of decoding, and no
 * more memory is spent than a small multiple of the frame's length; journal and snapshot bytes are
 * not copied at all. Which of the two decoders is asked depends on whether the handshake is
 * complete, so a message is never taken from somebody who has proved nothing.
 */
public final class LinkCodec {
  /** Length of the length. */
  public static final int LENGTH_BYTES = 4;

  /** The greatest length, of kind and body together. */
  public static final int MAX_LENGTH = 32 * 1024 * 1024;

  /** The greatest length before the handshake is complete. */
  public static final int MAX_LENGTH_BEFORE_HANDSHAKE = 1_024;

  /** What a Copy takes of the length besides its frames. */
  public static final int COPY_OVERHEAD = 1 + 5 * 8;

  private static final int CHALLENGE = 1;
  private static final int PROOF = 2;
  private static final int ACCEPTED = 3;
  private static final int REFUSED = 4;
  private static final int JOIN = 16;
  private static final int JOINED = 17;
  private static final int SNAPSHOT_PART = 18;
  private static final int COPY = 19;
  private static final int ACK = 20;
  private static final int FETCH = 21;
  private static final int FETCHED = 22;
  private static final int EPOCH_START_BYTES = 8 + 8;

  private LinkCodec() {}

  /**
   * Appends one whole frame; its buffers are copied and stay as they are. If it throws, {@code out}
   * is as it was.
   *
   * @throws IllegalArgumentException if it would exceed {@link #MAX_LENGTH}, or a value does not
   *     fit its field
   */
  public static void encode(LinkMessage message, ByteBuf out) {
    frame(out, MAX_LENGTH, message.bulkBytes(), body -> write(message, body));
  }

  /**
   * Appends one whole frame. If it throws, {@code out} is as it was.
   *
   * @throws IllegalArgumentException if it would exceed {@link #MAX_LENGTH_BEFORE_HANDSHAKE}
   */
  public static void encode(LinkHandshake message, ByteBuf out) {
    frame(out, MAX_LENGTH_BEFORE_HANDSHAKE, 0, body -> write(message, body));
  }

  /**
   * Reads a message of an open link.
   *
   * @param rest exactly the bytes that follow the length, in one piece; its reader index moves. The
   *     buffers of the message are read-only views of it: they take no reference, and are valid as
   *     long as it is
   * @throws MalformedFrameException after which the connection is of no use
   */
  public static LinkMessage decode(ByteBuf rest) {
    return whole(rest, MAX_LENGTH, LinkCodec::read);
  }

  /**
   * Reads a message of the handshake.
   *
   * @param rest exactly the bytes that follow the length; its reader index moves
   * @throws MalformedFrameException after which the connection is to be ended without an answer
   */
  public static LinkHandshake decodeHandshake(ByteBuf rest) {
    return whole(rest, MAX_LENGTH_BEFORE_HANDSHAKE, LinkCodec::readHandshake);
  }

  private static void frame(ByteBuf out, int most, int bulkBytes, Consumer<WireWriter> body) {
    requireLength(bulkBytes, most);
    int start = out.writerIndex();
    try {
      out.ensureWritable(LENGTH_BYTES + COPY_OVERHEAD + bulkBytes);
      out.writeInt(0);
      body.accept(new WireWriter(out));
      int length = out.writerIndex() - start - LENGTH_BYTES;
      requireLength(length, most);
      out.setInt(start, length);
    } catch (IllegalArgumentException e) {
      out.writerIndex(start);
      throw e;
    }
  }

  private static void requireLength(int length, int most) {
    if (length > most) {
      throw new IllegalArgumentException("frame of " + length + " bytes, limit " + most);
    }
  }

  private static <M> M whole(ByteBuf rest, int most, Function<WireReader, M> codec) {
    if (rest.readableBytes() > most) {
      throw new MalformedFrameException(
          ErrorCode.FRAME_TOO_LARGE, "frame of " + rest.readableBytes() + " bytes, limit " + most);
    }
    WireReader in = new WireReader(rest);
    M message;
    try {
      message = codec.apply(in);
    } catch (IllegalArgumentException e) {
      // The records' constructors hold the ranges, once for everybody who makes such a message.
      throw new MalformedFrameException(ErrorCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()));
    }
    in.end();
    return message;
  }

  private static void write(LinkMessage message, WireWriter out) {
    if (message instanceof Copy copy) {
      out.u8(COPY).u64(copy.epoch()).u64(copy.position()).u64(copy.end()).u64(copy.commit());
      out.bits64(copy.sentNanos()).raw(copy.frames());
    } else if (message instanceof Ack ack) {
      out.u8(ACK).u64(ack.epoch()).u64(ack.written()).u64(ack.durable());
      out.bits64(ack.sentNanos()).u32(ack.promiseMillis());
    } else if (message instanceof SnapshotPart part) {
      out.u8(SNAPSHOT_PART).u64(part.epoch()).raw(part.bytes());
    } else if (message instanceof Join join) {
      out.u8(JOIN).string(join.pair());
      ClusterCodec.writeMember(out, join.from());
      out.u64(join.epoch()).list(join.history(), LinkCodec::writeEpochStart).u64(join.end());
      out.string(join.deathMark());
    } else if (message instanceof Joined joined) {
      out.u8(JOINED).u64(joined.epoch()).u64(joined.agreed()).u64(joined.start());
      out.bits64(joined.snapshotPosition()).u64(joined.snapshotBytes());
      out.string(joined.deathMark());
    } else if (message instanceof Fetch fetch) {
      out.u8(FETCH).u64(fetch.epoch()).u64(fetch.position()).u64(fetch.end());
    } else if (message instanceof Fetched fetched) {
      out.u8(FETCHED).u64(fetched.epoch()).u64(fetched.position()).raw(fetched.frames());
    }
  }

  private static LinkMessage read(WireReader in) {
    int kind = in.u8("kind");
    return switch (kind) {
      case JOIN ->
          new Join(
              in.name("pair"),
              ClusterCodec.readMember(in),
              in.u64("epoch"),
              in.list("history", Join.MAX_HISTORY, EPOCH_START_BYTES, LinkCodec::readEpochStart),
              in.u64("end"),
              in.string("deathMark"));
      case JOINED ->
          new Joined(
              in.u64("epoch"),
              in.u64("agreed"),
              in.u64("start"),
              in.bits64("snapshotPosition"),
              in.u64("snapshotBytes"),
              in.string("deathMark"));
      case SNAPSHOT_PART -> new SnapshotPart(in.u64("epoch"), view(in));
      case COPY ->
          new Copy(
              in.u64("epoch"),
              in.u64("position"),
              in.u64("end"),
              in.u64("commit"),
              in.bits64("sentNanos"),
              view(in));
      case ACK ->
          new Ack(
              in.u64("epoch"),
              in.u64("written"),
              in.u64("durable"),
              in.bits64("sentNanos"),
              in.u32("promiseMillis"));
      case FETCH -> new Fetch(in.u64("epoch"), in.u64("position"), in.u64("end"));
      case FETCHED -> new Fetched(in.u64("epoch"), in.u64("position"), view(in));
      default -> throw unknown(kind);
    };
  }

  private static void write(LinkHandshake message, WireWriter out) {
    if (message instanceof LinkChallenge challenge) {
      out.u8(CHALLENGE).u8(challenge.version()).raw(challenge.nonce().bytes());
    } else if (message instanceof LinkProof proof) {
      out.u8(PROOF).raw(proof.nonce().bytes()).raw(proof.proof().bytes());
      out.string(proof.node()).string(proof.pair());
    } else if (message instanceof LinkAccepted accepted) {
      out.u8(ACCEPTED).raw(accepted.proof().bytes());
    } else if (message instanceof LinkRefused refused) {
      out.u8(REFUSED).string(refused.why());
    }
  }

  private static LinkHandshake readHandshake(WireReader in) {
    int kind = in.u8("kind");
    return switch (kind) {
      case CHALLENGE -> new LinkChallenge(in.u8("version"), readNonce(in));
      case PROOF -> new LinkProof(readNonce(in), readProof(in), in.name("node"), in.name("pair"));
      case ACCEPTED -> new LinkAccepted(readProof(in));
      case REFUSED -> new LinkRefused(in.string("why"));
      default -> throw unknown(kind);
    };
  }

  private static LinkToken readNonce(WireReader in) {
    return LinkToken.nonce(in.fixed("nonce", LinkToken.NONCE_BYTES));
  }

  private static LinkToken readProof(WireReader in) {
    return LinkToken.proof(in.fixed("proof", LinkToken.PROOF_BYTES));
  }

  private static void writeEpochStart(WireWriter out, EpochStart start) {
    out.u64(start.epoch()).u64(start.position());
  }

  private static EpochStart readEpochStart(WireReader in) {
    return new EpochStart(in.u64("epoch"), in.u64("position"));
  }

  private static ByteBuffer view(WireReader in) {
    return in.rest().nioBuffer().asReadOnlyBuffer();
  }

  private static MalformedFrameException unknown(int kind) {
    return new MalformedFrameException(ErrorCode.MALFORMED, "kind " + kind + " is not known here");
  }
}
