// Measures how slow this machine is now beside a calm one, by two small fixed pieces of work: one that counts on all processors,
// and one that syncs a file. Prints the patience of tests in seconds (io.feige.testkit.Waits), and the figures on standard error.
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, Worker } from 'node:worker_threads';

/** What each took on a calm machine of two processors, in milliseconds. */
const CALM_COUNT = 1300;
const CALM_SYNC = 40;

const USUAL_SECONDS = 60;
const MOST_SECONDS = 300;
const COUNTS = 150_000_000;
const SYNCS = 300;

/** Nothing but the processor. */
function count() {
  let sum = 0;
  for (let i = 0; i < COUNTS; i++) {
    sum = (sum * 31 + i) | 0;
  }
  return sum;
}

async function countOnAll() {
  const begin = performance.now();
  await Promise.all(
    cpus().map(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker(new URL(import.meta.url));
          worker.on('error', reject);
          worker.on('exit', resolve);
        }),
    ),
  );
  return performance.now() - begin;
}

/** Where builds and tests write. */
function sync() {
  const folder = mkdtempSync(join(process.env.TMPDIR ?? tmpdir(), 'feige-pace-'));
  try {
    const file = openSync(join(folder, 'file'), 'w');
    const block = Buffer.alloc(4096, 1);
    const begin = performance.now();
    for (let i = 0; i < SYNCS; i++) {
      writeSync(file, block);
      fdatasyncSync(file);
    }
    const took = performance.now() - begin;
    closeSync(file);
    return took;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (isMainThread) {
  const processors = (await countOnAll()) / CALM_COUNT;
  const disk = sync() / CALM_SYNC;
  const patience = Math.min(MOST_SECONDS, Math.ceil(USUAL_SECONDS * Math.max(1, processors, disk)));
  console.error(
    `beside a calm machine of two processors this one takes ${processors.toFixed(1)} times as long to count and ` +
      `${disk.toFixed(1)} times as long to sync; tests have a patience of ${patience} s`,
  );
  console.log(patience);
} else {
  count();
}
