package io.feige.admin.history;

import java.util.List;

/**
 * One figure over time.
 *
 * @param figure what it is of
 * @param pair the pair; empty: the whole cluster
 * @param values one for each step, the oldest first; NaN: not known
 */
public record Series(Figure figure, String pair, List<Float> values) {}
