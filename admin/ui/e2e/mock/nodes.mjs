// What the nodes of a cluster that is nowhere are like.
import { hostile, text } from './hostile.mjs';

const MIB = 1_048_576;
const GIB = 1_024 * MIB;
const startedAt = Date.now() - 40 * 3_600_000;

const thread = (name, busyPermille, connections = null) => ({ name, connections, busyPermille });

const replica = (pair, role, storedBytes) => ({
  pair,
  role,
  storedBytes,
  limitBytes: pair === 'pair-1' ? 0 : 20 * GIB,
  freeBytes: 76 * GIB,
  reserveBytes: GIB,
});

function vitals(world, id) {
  const [first, second] = id === 'node-1' ? ['ACTIVE', 'STANDBY'] : ['STANDBY', 'ACTIVE'];
  const isIll = world.isIll && id === 'node-1';
  return {
    id,
    software: text('feige 0.1.0', id === 'node-2' ? hostile.img : 'feige 0.1.0'),
    java: text('25.0.1+8', id === 'node-2' ? hostile.rtl : '25.0.1+8'),
    startedAt: new Date(startedAt).toISOString(),
    clock: new Date(Date.now() + (isIll ? -14_200 : 12)).toISOString(),
    clockAheadMillis: isIll ? -14_200 : 12,
    processors: 8,
    heapBytes: 412 * MIB,
    heapMaxBytes: GIB,
    directBytes: isIll ? 1_010 * MIB : 96 * MIB,
    directMaxBytes: GIB,
    openFiles: id === 'node-1' ? 311 : -1,
    maxOpenFiles: id === 'node-1' ? 65_536 : -1,
    connections: 35,
    maxConnections: 10_000,
    confirmP50Micros: 820,
    confirmP99Micros: 3_140,
    alive: !isIll,
    deadThreads: isIll ? [`feige-pair-2 has died of ${text('java.io.IOException: No space left', hostile.img)}`] : [],
    failing: isIll ? [`the snapshot of pair-2 fails: ${text('Input/output error', hostile.rtl)}`] : [],
    threads: [
      thread('feige-loop-1', 412, 19),
      thread('feige-pair-1', 377),
      thread('feige-loop-2', 214, 16),
      thread(text('feige-pair-2', id === 'node-2' ? hostile.long : 'feige-pair-2'), 93),
      ...Array.from({ length: 9 }, (_, i) => thread(`feige-flush-${i + 1}`, i % 3)),
    ],
    replicas: [
      replica('pair-1', first, 256 * MIB),
      {
        ...replica('pair-2', isIll ? 'FENCED' : second, 1_311 * MIB),
        ...(isIll && { freeBytes: 900 * MIB }),
      },
    ],
  };
}

const answers = (world, { id, alive }) => alive && world.mute !== id;

export function allVitals(world) {
  const { nodes } = world.status;
  return {
    nodes: nodes.filter((each) => answers(world, each)).map(({ id }) => vitals(world, id)),
    missing: nodes.filter((each) => !answers(world, each)).map(({ id }) => id),
  };
}

/** Undefined where it does not answer. */
export function vitalsOf(world, name) {
  const node = world.status.nodes.find(({ id }) => id === name);
  return node !== undefined && answers(world, node) ? vitals(world, name) : undefined;
}
