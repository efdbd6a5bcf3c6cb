/**
 * Text that somebody else wrote, made safe to look at: what would be invisible or would turn the line around gets a sign, so that two
 * texts that differ look different.
 */
export interface Piece {
  readonly text: string;
  /** A sign that stands for something invisible; the name says what. */
  readonly name?: string;
}

const SHOWN = 160;

/** What fits a line. */
export function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`;
}

// C0 without tab and line feed, DEL and C1, soft hyphen, zero width and directional marks, line separators, invisible operators, BOM.
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uD800-\uDFFF]/u;

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let plain = '';
  for (const each of text) {
    if (INVISIBLE.test(each)) {
      if (plain !== '') {
        found.push({ text: plain });
        plain = '';
      }
      found.push(sign(each.codePointAt(0) ?? 0));
    } else {
      plain += each;
    }
  }
  if (plain !== '') {
    found.push({ text: plain });
  }
  return found;
}

const CONTROLS: readonly (string | undefined)[] = (
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI ' +
  'DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'
).split(' ');

function sign(code: number): Piece {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return { text: CONTROLS[code] ?? name, name };
}
