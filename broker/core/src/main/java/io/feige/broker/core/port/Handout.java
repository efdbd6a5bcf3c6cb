package io.feige.broker.core.port;

import io.feige.protocol.model.Selection;
import java.util.List;

/**
 * Records of one stored frame that are handed to a consumer or reader.
 *
 * @param position of the frame
 * @param frameBytes length of the frame
 * @param selections which records, by their index in the batch, ascending
 */
public record Handout(long position, int frameBytes, List<Selection> selections) {}
