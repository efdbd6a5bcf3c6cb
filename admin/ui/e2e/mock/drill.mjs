// A drill as it goes: the node ends, the other takes over, and the node comes back; half a minute in five seconds. While a
// test holds it, it has only just begun.
const SERVED = 1_500;
const KEPT = 2_500;
const RETURNED = 4_500;
const BOUND = 900;

/** A drill of the pair, or why there can be none. */
export function beginDrill(world, name) {
  const pair = world.status.pairs.find((each) => each.id === name);
  const others = world.status.pairs.filter((each) => each.active === pair.active);
  if (others.some((each) => each.inSync.length < 2)) return undefined;
  const to = pair.active === pair.master ? pair.backup : pair.master;
  world.drills[name] = { pair: name, node: pair.active, to, at: Date.now(), step: 0, lossy: world.lossy };
  advance(world);
  return drillOf(world, name);
}

/** Drills that were held begin now. */
export function release(world) {
  world.holdsDrills = false;
  for (const drill of Object.values(world.drills)) {
    if (drill.step < steps.length) drill.at = Date.now();
  }
}

function ageOf(world, drill) {
  return world.holdsDrills ? 0 : Date.now() - drill.at;
}

/** Undefined where there was none. */
export function drillOf(world, name) {
  const drill = world.drills[name];
  if (drill === undefined) return undefined;
  const { pair, node, to, at, lossy } = drill;
  const age = ageOf(world, drill);
  const check = (what, after, ok, waiting, passed) => ({
    check: what,
    state: age < after ? 'WAITING' : ok ? 'PASSED' : 'FAILED',
    sentence: age < after ? waiting : passed,
  });
  const checks = [
    check('SERVED', SERVED, true, `${to} does not serve yet`, `${to} serves after 611 ms, ${BOUND} ms were promised`),
    check(
      'KEPT',
      KEPT,
      !lossy,
      'what was confirmed is being looked for',
      lossy
        ? 'confirmed before up to 9,412,331, there only up to 9,412,008: 323 bytes are missing'
        : 'all that was confirmed, up to 9,412,331, is there; 122 messages are delivered again',
    ),
    check(
      'RETURNED',
      RETURNED,
      true,
      `${node} has not come back yet`,
      `${node} came back after 2,904 ms and is in sync since 4,377 ms`,
    ),
  ];
  const verdict = age < RETURNED ? 'RUNNING' : lossy ? 'FAILED' : 'PASSED';
  return { pair, node, to, atMillis: at, boundMillis: BOUND, verdict, checks };
}

/** What happens to the cluster, one after the other. */
const steps = [
  [
    0,
    (world, { node }) => (heard(world, node, false), alter(world, ({ active }) => active === node, { serving: false })),
  ],
  [
    SERVED,
    (world, { node, to }) => {
      alter(world, ({ active }) => active === node, { active: to, serving: true });
      alter(world, ({ master, backup }) => [master, backup].includes(node), { inSync: [to], lagBytes: -1 });
    },
  ],
  [KEPT, (world, { node }) => heard(world, node, true)],
  [RETURNED, (world, { node, to }) => alter(world, () => true, { inSync: [node, to], lagBytes: 0 })],
];

function heard(world, node, alive) {
  const silentMillis = alive ? 31 : 1_204;
  world.status.nodes = world.status.nodes.map((each) => (each.id === node ? { ...each, alive, silentMillis } : each));
}

function alter(world, isMeant, change) {
  world.status.pairs = world.status.pairs.map((each) =>
    isMeant(each) ? { ...each, ...change, epoch: each.epoch + (change.active ? 1 : 0) } : each,
  );
}

/** Has the cluster be as the drills have made it by now. */
export function advance(world) {
  for (const drill of Object.values(world.drills)) {
    while (drill.step < steps.length && ageOf(world, drill) >= steps[drill.step][0]) {
      steps[drill.step][1](world, drill);
      drill.step += 1;
    }
  }
}
