package io.feige.protocol.codec;

import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.error.ErrorCode;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The 12 bytes before every command. Reading takes whatever the bytes say; {@link #refusal} tells
 * what is wrong with them as a value, so that the caller can still answer with the correlation id.
 *
 * @param length bytes that follow the header; negative if the sender said 2 GiB or more
 * @param version the version agreed in the handshake; 1 in {@code HELLO} and its answer
 * @param command the command's number, known or not
 * @param flags {@link #RESPONSE} and {@link #ERROR}, or {@link #ACTING}, or {@link #KEEPS_NAME}
 * @param correlationId any 32 bits, chosen by the caller and echoed in the answer
 */
public record FrameHeader(int length, int version, int command, int flags, int correlationId) {
  /** Length of the header. */
  public static final int BYTES = 12;

  /** Flag: an answer. */
  public static final int RESPONSE = 1;

  /** Flag: an answer that says that the request was not done; only together with RESPONSE. */
  public static final int ERROR = 2;

  /** Flag: a request for a user, whose name stands before the request's own bytes. */
  public static final int ACTING = 4;

  /** Flag: a PUBLISH of a batch that is stored under the name that it has. */
  public static final int KEEPS_NAME = 8;

  /** The longest body by default, in bytes. */
  public static final int DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

  /** The longest body before the handshake is complete, in bytes. */
  public static final int MAX_BODY_BYTES_BEFORE_HANDSHAKE = 64 * 1024;

  /** The header of a request. */
  public static FrameHeader request(int length, int version, CommandType type, int correlationId) {
    return new FrameHeader(length, version, type.number(), 0, correlationId);
  }

  /** The header of a request for a user. */
  static FrameHeader acting(int length, int version, CommandType type, int correlationId) {
    return new FrameHeader(length, version, type.number(), ACTING, correlationId);
  }

  /** The header of a publish of a batch that keeps its name. */
  static FrameHeader keepingName(int length, int version, CommandType type, int correlationId) {
    return new FrameHeader(length, version, type.number(), KEEPS_NAME, correlationId);
  }

  /** The header of the answer to a request that was done. */
  public static FrameHeader result(int length, int version, CommandType type, int correlationId) {
    return new FrameHeader(length, version, type.number(), RESPONSE, correlationId);
  }

  /** The header of a refusal of the request with this header, whatever its command is. */
  public FrameHeader forRefusal(int length) {
    return new FrameHeader(length, version, command, RESPONSE | ERROR, correlationId);
  }

  /**
   * Reads a header without judging it.
   *
   * @param in has at least {@link #BYTES} readable bytes
   */
  public static FrameHeader read(ByteBuf in) {
    return new FrameHeader(
        in.readInt(),
        in.readUnsignedByte(),
        in.readUnsignedByte(),
        in.readUnsignedShort(),
        in.readInt());
  }

  /** Writes the header. */
  public void write(ByteBuf out) {
    out.writeInt(length);
    out.writeByte(version);
    out.writeByte(command);
    out.writeShort(flags);
    out.writeInt(correlationId);
  }

  /** The command, or null if this build does not know the number. */
  public @Nullable CommandType type() {
    return CommandType.ofNumber(command);
  }

  /** Whether it is an answer. */
  public boolean isAnswer() {
    return (flags & RESPONSE) != 0;
  }

  /** Whether it is a request for a user that it names. */
  public boolean isActing() {
    return (flags & ACTING) != 0;
  }

  /** Whether it is a publish of a batch that keeps its name. */
  public boolean keepsName() {
    return (flags & KEEPS_NAME) != 0;
  }

  /** Whether it is an answer that says that the request was not done. */
  public boolean isRefusal() {
    return (flags & ERROR) != 0;
  }

  /**
   * What is wrong with the header of a frame that comes in, or null; to be asked before anything of
   * the body is buffered. After FRAME_TOO_LARGE and MALFORMED nothing that follows can be trusted;
   * after the others the body can be skipped.
   *
   * @param maxBodyBytes the longest body taken now
   * @param agreedVersion the version agreed in the handshake, 1 before
   */
  public @Nullable Refusal refusal(int maxBodyBytes, int agreedVersion) {
    if (length < 0 || length > maxBodyBytes) {
      return Refusal.of(
          ErrorCode.FRAME_TOO_LARGE,
          "frame of " + Integer.toUnsignedString(length) + " bytes, limit " + maxBodyBytes);
    }
    boolean isOfAnswer = (flags & ~(RESPONSE | ERROR)) == 0 && flags != ERROR;
    boolean keepsName = flags == KEEPS_NAME && type() == CommandType.PUBLISH;
    if (!isOfAnswer && flags != ACTING && !keepsName) {
      return Refusal.of(
          ErrorCode.MALFORMED, "flags 0x" + Integer.toHexString(flags) + " have no meaning");
    }
    if (version != agreedVersion) {
      return Refusal.of(
          ErrorCode.UNSUPPORTED_VERSION,
          "frame of version " + version + ", agreed on " + agreedVersion);
    }
    if (type() == null) {
      return Refusal.of(ErrorCode.UNKNOWN_COMMAND, "command " + command + " is not known");
    }
    return null;
  }
}
