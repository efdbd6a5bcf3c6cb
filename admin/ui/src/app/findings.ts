/** What can be found by name. */
export interface Finding {
  readonly name: string;
  readonly kind: 'page' | 'pair' | 'node' | 'topic' | 'group' | 'user';
  readonly to: string;
}

/** Those that have the text in their names: the ones that begin with it first, then the shorter ones. */
export function find(all: readonly Finding[], text: string, most: number): Finding[] {
  const wanted = text.trim().toLowerCase();
  const rank = (name: string) => (name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return all
    .filter((each) => each.name.toLowerCase().includes(wanted))
    .sort((a, b) => (wanted === '' ? 0 : rank(a.name) - rank(b.name) || a.name.length - b.name.length))
    .slice(0, most);
}
