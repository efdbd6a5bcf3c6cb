import type { Content } from '../../api/messages';

/** Headers as people write them, NAME=VALUE a line, by name; undefined if a line is none. */
export function headersOf(text: string): Record<string, string[]> | undefined {
  const headers = new Map<string, string[]>();
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const equals = line.indexOf('=');
    if (equals < 1) {
      return undefined;
    }
    const name = line.slice(0, equals).trim();
    headers.set(name, [...(headers.get(name) ?? []), line.slice(equals + 1)]);
  }
  return Object.fromEntries(headers);
}

/** Name and text of each header, those of one name below each other; bytes that are no text as Base64. */
export function headerRows(headers: NonNullable<Content['headers']>): (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => [name, typeof each === 'string' ? each : `base64:${each.base64}`] as const,
    ),
  );
}
