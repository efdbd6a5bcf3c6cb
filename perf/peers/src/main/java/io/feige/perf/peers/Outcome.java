package io.feige.perf.peers;

import io.feige.perf.peers.load.LoadResult;

/**
 * What one peer did with one work in one round; a line of the file that a stopped run goes on from.
 *
 * @param session when the run began that measured it; only what one run has measured makes ratios
 * @param round from 1 on
 * @param serverCpuSeconds of all its processes, warm-up included
 * @param serverMebibytes memory of its processes' own at the end, without pages of files
 * @param load the machine's load average at the end
 * @param stolen the share of the processors' time, 0 to 1, that the machine gave to others
 */
record Outcome(
    String session,
    int round,
    String peer,
    String work,
    LoadResult result,
    double serverCpuSeconds,
    long serverMebibytes,
    double load,
    double stolen) {}
