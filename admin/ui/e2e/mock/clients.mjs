// Who is connected to a cluster that is nowhere.
import { hostile, text } from './hostile.mjs';

const PAGE = 40;
const SDK = 'feige-client 0.1.0 (Java 21)';

function all() {
  const now = Date.now();
  return ['node-1', 'node-2'].flatMap((node, n) =>
    Array.from({ length: 35 }, (_, i) => ({
      node,
      connection: String(100 + i),
      address: `10.0.${n}.${20 + i}:${40_000 + i * 7}`,
      user: i % 4 === 0 ? '' : i % 4 === 1 ? 'billing' : 'mail',
      kind: i === 3 ? text('SDK', hostile.rtl) : i % 9 === 8 ? 'command line' : 'SDK',
      software: i === 2 ? text(SDK, hostile.img) : i === 3 ? text(SDK, hostile.long.slice(0, 400)) : SDK,
      pair: i % 3 === 0 ? '' : `pair-${1 + (i % 2)}`,
      sinceMillis: now - (i + 1) * 431_000,
      encrypted: i % 5 !== 4,
      lastRequestMillis: i === 5 ? 0 : now - (i % 7) * 900,
      requests: i === 5 ? 0 : 90_411 - i * 977,
      bytesOwed: i === 1 ? 4_194_304 : 0,
    })),
  );
}

export function clientsOf(world, query) {
  const node = query.get('node');
  const found = all().filter(
    (each) => (node === null || each.node === node) && world.status.nodes.find(({ id }) => id === each.node).alive,
  );
  const name = (each) => `${each.node}/${each.connection}`;
  const after = query.get('after') ?? '';
  const rest = found.filter((each) => after === '' || name(each) > after);
  const page = rest.slice(0, PAGE);
  return {
    clients: page,
    missing: world.status.nodes.filter((each) => !each.alive).map((each) => each.id),
    ...(page.length < rest.length && { next: name(page.at(-1)) }),
  };
}
