import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { keys } from './keys';
import { Live, type Source } from './live';

class Line implements Source {
  closed = false;
  private readonly listeners = new Map<string, (event: { data?: unknown }) => void>();

  addEventListener(name: string, listener: (event: { data?: unknown }) => void): void {
    this.listeners.set(name, listener);
  }

  close(): void {
    this.closed = true;
  }

  say(name: string, data?: unknown): void {
    this.listeners.get(name)?.({ data });
  }
}

function set() {
  const lines: Line[] = [];
  const waits: number[] = [];
  const runs: (() => void)[] = [];
  const onLost = vi.fn();
  const cache = new QueryClient();
  const live = new Live(cache, {
    open: () => {
      const line = new Line();
      lines.push(line);
      return line;
    },
    now: () => 4711,
    later: (run, millis) => {
      waits.push(millis);
      runs.push(run);
      return () => undefined;
    },
    onLost,
  });
  live.start();
  return { live, lines, waits, runs, onLost, cache };
}

it('writes what it hears where pages look', () => {
  const { live, lines, cache } = set();
  expect(live.snapshot().state).toBe('connecting');
  lines[0]?.say('status', '{"pairs":[]}');
  expect(cache.getQueryData(keys.status)).toEqual({ pairs: [] });
  expect(live.snapshot()).toEqual({ state: 'open', heardAt: 4711 });
});

it('comes again, later each time, and at once anew after it was heard', () => {
  const { lines, waits, runs, live, onLost } = set();
  for (let i = 0; i < 6; i++) {
    lines[i]?.say('error');
    runs[i]?.();
  }
  expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 10000]);
  expect(live.snapshot().state).toBe('lost');
  expect(onLost).toHaveBeenCalledTimes(6);
  lines[6]?.say('alerts', '{"alerts":[]}');
  lines[6]?.say('error');
  expect(waits.at(-1)).toBe(500);
  expect(lines.every((line) => line.closed)).toBe(true);
});

it('takes no word from a line that it has given up', () => {
  const { lines, waits } = set();
  lines[0]?.say('error');
  lines[0]?.say('error');
  expect(waits).toEqual([500]);
});
