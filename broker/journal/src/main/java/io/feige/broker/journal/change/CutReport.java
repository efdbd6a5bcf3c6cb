package io.feige.broker.journal.change;

/**
 * What was cut.
 *
 * @param position of the first frame that went into salvage
 * @param frames how many went there
 * @param bytes of them; 0: there was nothing to keep
 * @param end of the journal now; 0: it is empty
 */
public record CutReport(long position, long frames, long bytes, long end) {}
