// What has no rows in SQL: little, but where it is much by now it has grown for ten minutes.
const behind = (now, at, i) =>
  now > 1e6
    ? Math.max(15_000, now * (1 - (359 - i) / 60))
    : 12_000 + 4_000 * Math.sin(at / 2) + (i === 290 ? 60_000 : 0);

const wave = (at, i) => 6_000 + 900 * Math.sin(at / 25) + 300 * Math.sin(at / 3) - (i > 288 && i < 291 ? 5_000 : 0);
const backlog = (at, i) => 2_400 - i * 4 + 200 * Math.sin(at / 10) + (i > 288 ? Math.max(0, 900 - (i - 288) * 12) : 0);
const held = (at, i) => 2e9 + wave(at, i) * 310;

// Figures of an hour, or of a longer time with longer steps: they go up and down by day and night of their own, the same for everybody who asks at the same time.
function over(seconds, all) {
  const stepSeconds = Math.max(10, Math.ceil(seconds / 360 / 10) * 10);
  const until = Math.floor(Date.now() / 10_000) * 10_000;
  const series = (name, pair, at, shown = Math.round) => ({
    name,
    pair,
    values: Array.from({ length: 360 }, (_, i) =>
      i < 20 ? null : Math.max(0, shown(at(until / 10_000 - 359 + i, i))),
    ),
  });
  return { stepSeconds, until: new Date(until).toISOString(), series: all(series) };
}

const confirms = (series) => series('confirmP99Millis', '', (at, i) => 2 + wave(at, i) / 5_500, Number);

export function figures(pairs, seconds) {
  return over(seconds, (series) => [
    confirms(series),
    ...pairs.flatMap(({ id, storeLagBytes }) => [
      series('publishedPerSecond', id, wave),
      series('settledPerSecond', id, (at, i) => wave(at - 2, i) - 20),
      series('backlog', id, backlog),
      series('heldBytes', id, held),
      series('lagBytes', id, (at, i) =>
        i > 288 && i < 300 ? 400_000 - (i - 288) * 30_000 : 600 + 500 * Math.sin(at / 2),
      ),
      ...(storeLagBytes < 0 ? [] : [series('storeLagBytes', id, (at, i) => behind(storeLagBytes, at, i))]),
    ]),
  ]);
}

// Of a topic, a group or a node; nothing is kept of the one named empty.
export function figuresOf(route, seconds) {
  const [, kind, name, , group] = /\/(topics|nodes)\/([^/]+)(\/groups\/([^/]+))?\/figures$/.exec(route) ?? [];
  return over(seconds, (series) => {
    if (name === 'empty') return [];
    if (kind === 'nodes') return [confirms(series), series('connections', '', (at) => 40 + 3 * Math.sin(at / 9))];
    return group === undefined
      ? [series('publishedPerSecond', '', wave), series('heldBytes', '', held)]
      : [series('settledPerSecond', '', (at, i) => wave(at - 2, i) - 20), series('backlog', '', backlog)];
  });
}
