/** Times: relative where one reads, absolute in the user's zone and in UTC where one looks closer. */
import { millis } from './number';

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** 2026-11-23 00:42:07, in the user's zone. */
export function local(at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

export function utc(at: Date): string {
  return at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.000Z$/, 'Z')
    .replace(/Z$/, ' UTC');
}

/** Both, for whoever points at a time. */
export function absolute(at: Date): string {
  return `${local(at)}.${String(at.getMilliseconds()).padStart(3, '0')} · ${utc(at)}`;
}

/** How long ago or how long until then; clocks that differ by a second or two are not told of. */
export function distance(at: number, now: number): { words: string; ahead: boolean } {
  const ahead = at > now + 2_000;
  const seconds = Math.floor(Math.abs(now - at) / 1000);
  return { words: seconds < 60 ? `${seconds} s` : millis(seconds * 1000), ahead };
}

export function parse(text: string | null | undefined): Date | undefined {
  if (text === null || text === undefined) {
    return undefined;
  }
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
