import type { Content } from '../../api/messages';

/** Headers as people write them, NAME=VALUE a line; undefined if a line is none. */
export function headersOf(text: string): { name: string; value: string }[] | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headers = lines.map((line) => {
    const equals = line.indexOf('=');
    return equals < 1 ? undefined : { name: line.slice(0, equals).trim(), value: line.slice(equals + 1) };
  });
  return headers.every((header) => header !== undefined) ? headers : undefined;
}

/** Name and text of each header, those of one name below each other; bytes that are no text as Base64. */
export function headerRows(headers: NonNullable<Content['headers']>): (readonly [string, string])[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map(
      (each) => [name, typeof each === 'string' ? each : `base64:${each.base64}`] as const,
    ),
  );
}
