// What has no rows in SQL: little, but where it is much by now it has grown for ten minutes.
const behind = (now, at, i) =>
  now > 1e6
    ? Math.max(15_000, now * (1 - (359 - i) / 60))
    : 12_000 + 4_000 * Math.sin(at / 2) + (i === 290 ? 60_000 : 0);

// Figures of an hour, or of a longer time with longer steps: they go up and down by day and night of their own, the same for everybody who asks at the same time.
export function figures(pairs, seconds) {
  const stepSeconds = Math.max(10, Math.ceil(seconds / 360 / 10) * 10);
  const until = Math.floor(Date.now() / 10_000) * 10_000;
  const series = (name, pair, at) => ({
    name,
    pair,
    values: Array.from({ length: 360 }, (_, i) =>
      i < 20 ? null : Math.max(0, Math.round(at(until / 10_000 - 359 + i, i))),
    ),
  });
  const wave = (at, i) => 6_000 + 900 * Math.sin(at / 25) + 300 * Math.sin(at / 3) - (i > 288 && i < 291 ? 5_000 : 0);
  return {
    stepSeconds,
    until: new Date(until).toISOString(),
    series: [
      {
        name: 'confirmP99Millis',
        pair: '',
        values: series('', '', wave).values.map((each) => (each === null ? null : 2 + each / 5_500)),
      },
      ...pairs.flatMap(({ id, storeLagBytes }) => [
        series('publishedPerSecond', id, wave),
        series('settledPerSecond', id, (at, i) => wave(at - 2, i) - 20),
        series(
          'backlog',
          id,
          (at, i) => 2_400 - i * 4 + 200 * Math.sin(at / 10) + (i > 288 ? Math.max(0, 900 - (i - 288) * 12) : 0),
        ),
        series('heldBytes', id, (at, i) => 2e9 + wave(at, i) * 310),
        series('lagBytes', id, (at, i) =>
          i > 288 && i < 300 ? 400_000 - (i - 288) * 30_000 : 600 + 500 * Math.sin(at / 2),
        ),
        ...(storeLagBytes < 0 ? [] : [series('storeLagBytes', id, (at, i) => behind(storeLagBytes, at, i))]),
      ]),
    ],
  };
}
