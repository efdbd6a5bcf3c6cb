/** A message's body in the three ways of looking at it. */

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
}

/** The value with line breaks and indentation; undefined if the text is no JSON object or list. */
export function prettyJson(text: string): string | undefined {
  const begin = text.trimStart().charAt(0);
  if (begin !== '{' && begin !== '[') {
    return undefined;
  }
  try {
    // Only its form is looked at: numbers that a double cannot hold must not change, so the text itself is laid out.
    JSON.parse(text);
    return layOut(text);
  } catch {
    return undefined;
  }
}

function layOut(json: string): string {
  let out = '';
  let depth = 0;
  let quoted = false;
  const line = () => `\n${'  '.repeat(depth)}`;
  for (let i = 0; i < json.length; i++) {
    const each = json.charAt(i);
    if (quoted) {
      out += each;
      if (each === '\\') {
        i += 1;
        out += json.charAt(i);
      } else if (each === '"') {
        quoted = false;
      }
    } else if (each === '"') {
      quoted = true;
      out += each;
    } else if (each === '{' || each === '[') {
      const close = /^\s*[}\]]/.exec(json.slice(i + 1));
      if (close) {
        i += close[0].length;
        out += each + (each === '{' ? '}' : ']');
      } else {
        depth += 1;
        out += each + line();
      }
    } else if (each === '}' || each === ']') {
      depth -= 1;
      out += line() + each;
    } else if (each === ',') {
      out += each + line();
    } else if (each === ':') {
      out += ': ';
    } else if (!/\s/.test(each)) {
      out += each;
    }
  }
  return out;
}

const ROW = 16;

/** Offset, sixteen bytes, and those that can be seen: a line as hexdump -C has it. */
export function hex(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; at += ROW) {
    const row = [...bytes.subarray(at, at + ROW)];
    const codes = row.map((each) => each.toString(16).padStart(2, '0')).join(' ');
    const seen = row.map((each) => (each >= 0x20 && each < 0x7f ? String.fromCharCode(each) : '.')).join('');
    lines.push(`${at.toString(16).padStart(6, '0')}  ${codes.padEnd(ROW * 3 - 1)}  ${seen}`);
  }
  return lines.join('\n');
}
