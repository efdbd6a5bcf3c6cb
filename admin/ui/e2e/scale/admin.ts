import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

const pid = process.env.FEIGE_ADMIN_PID ?? '';
const jcmd = process.env.FEIGE_JCMD ?? 'jcmd';
const TICKS = 100;

/** CPU that Admin's process has used so far, in seconds. */
export function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** What of Admin's heap is used, in MiB: with garbage, or without it after a collection. */
export function heapMiB(collected: boolean): number {
  if (collected) {
    execFileSync(jcmd, [pid, 'GC.run']);
  }
  const told = execFileSync(jcmd, [pid, 'GC.heap_info'], { encoding: 'utf8' });
  const used = [...told.matchAll(/(?:DefNew|Tenured|def new generation|tenured generation).* used (\d+)K/g)];
  return used.reduce((sum, [, kib]) => sum + Number(kib), 0) / 1024;
}

export function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/** What Admin does while something goes on for so long. */
export async function observe(what: string, seconds: number): Promise<string> {
  const before = cpuSeconds();
  let most = 0;
  for (let i = 0; i < seconds; i += 5) {
    await new Promise((done) => setTimeout(done, 5_000));
    most = Math.max(most, heapMiB(false));
  }
  const cpu = ((cpuSeconds() - before) * 60) / seconds;
  return `${what}: ${cpu.toFixed(1)} CPU s a minute, heap ${most.toFixed(0)} MiB at most, ${heapMiB(true).toFixed(0)} MiB live, load ${load()}`;
}
