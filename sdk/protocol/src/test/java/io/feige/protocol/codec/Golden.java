package io.feige.protocol.codec;

import io.feige.protocol.Hex;
import io.feige.protocol.command.Answer;
import io.feige.protocol.command.Command;
import io.feige.protocol.command.CommandType;
import io.feige.protocol.command.Refusal;
import io.feige.protocol.command.Request;
import io.feige.protocol.command.Result;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A command and its frame; version 1 and correlation id 7 in all of them, refusals of a PUBLISH.
 */
record Golden(Command command, String annotated) {
  static final int VERSION = 1;
  static final int CORRELATION = 7;

  byte[] bytes() {
    return Hex.bytes(annotated);
  }

  ByteBuf encode() {
    ByteBuf out = Unpooled.buffer();
    if (command instanceof Request request) {
      CommandEncoder.request(VERSION, CORRELATION, request, out);
    } else if (command instanceof Result result) {
      CommandEncoder.result(VERSION, CORRELATION, result, out);
    } else {
      Refusal refusal = (Refusal) command;
      CommandEncoder.refusal(VERSION, CORRELATION, CommandType.PUBLISH, refusal, out);
    }
    return out;
  }

  Command decode() {
    return decode(bytes());
  }

  /** Reads a whole frame as the side would that it is meant for. */
  static Command decode(byte[] frame) {
    ByteBuf in = Unpooled.wrappedBuffer(frame);
    FrameHeader header = FrameHeader.read(in);
    return header.isAnswer()
        ? CommandDecoder.answer(header, in)
        : CommandDecoder.request(header, in);
  }

  boolean isAnswer() {
    return command instanceof Answer;
  }

  @Override
  public String toString() {
    return command.getClass().getSimpleName();
  }
}
