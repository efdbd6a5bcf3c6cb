package io.feige.admin.front;

import io.feige.protocol.codec.FrameHeader;
import io.netty.buffer.ByteBuf;

/**
 * A frame that has arrived whole.
 *
 * @param body owned by whoever has the frame
 */
record Frame(FrameHeader header, ByteBuf body) {}
