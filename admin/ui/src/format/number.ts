/** Numbers as people read them. The same in all languages, so that two who talk on the phone see the same. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const NOTHING = '–';

export function count(value: number | null | undefined): string {
  return value === null || value === undefined || !Number.isFinite(value) ? NOTHING : whole.format(value);
}

const BINARY = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** Negative: not known. */
export function bytes(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0) {
    return NOTHING;
  }
  let size = value;
  let unit = 0;
  while (size >= 1024 && unit < BINARY.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? whole.format(size) : tenth.format(size);
  return `${digits} ${BINARY[unit] ?? ''}`;
}

/** As millis, of what takes a few of them. */
export function latency(value: number | null | undefined): string {
  return typeof value === 'number' && value >= 0 && value < 10 ? `${tenth.format(value)} ms` : millis(value);
}

/** Negative: not known. */
export function millis(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0) {
    return NOTHING;
  }
  if (value < 1000) {
    return `${whole.format(value)} ms`;
  }
  if (value < 10_000) {
    return `${tenth.format(value / 1000)} s`;
  }
  return steps(Math.round(value / 1000));
}

const UNITS: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** The two largest units that count: 3 d 4 h, 2 min 5 s. */
function steps(seconds: number): string {
  let rest = seconds;
  const shown: string[] = [];
  for (const [length, name] of UNITS) {
    const times = Math.floor(rest / length);
    rest -= times * length;
    if (times > 0) {
      shown.push(`${whole.format(times)} ${name}`);
    } else if (shown.length > 0) {
      break;
    }
    if (shown.length === 2) {
      break;
    }
  }
  return shown.join(' ') || '0 s';
}

export function perSecond(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) {
    return NOTHING;
  }
  return `${value !== 0 && Math.abs(value) < 10 ? tenth.format(value) : whole.format(value)}/s`;
}

/** What grows or shrinks by so many bytes a second, with its sign. */
export function bytesChange(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '-' : ''}${bytes(Math.round(Math.abs(value)))}/s`;
}

/** Of a hundred. */
export function percent(value: number): string {
  return `${value !== 0 && value < 10 ? tenth.format(value) : whole.format(value)} %`;
}

/** What is slower than that reads as standing still. */
export const LEAST_RATE = 0.05;

/** As perSecond, of what grows or shrinks: with its sign; zero if it would read as that. */
export function change(value: number): string {
  const shown = Math.abs(value) < LEAST_RATE ? 0 : value;
  return `${shown > 0 ? '+' : ''}${perSecond(shown)}`;
}
