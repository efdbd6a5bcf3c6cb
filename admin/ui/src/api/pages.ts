/** All of a list that comes in pages, so that it can be sorted by anything. */
export const PAGE = 1_000;
const MOST_PAGES = 20;

export interface Listed<T> {
  readonly items: T[];
  /** There are more than were asked for. */
  readonly isPart: boolean;
}

interface Answer<T> {
  readonly items: T[];
  /** Where the next page begins; undefined: this is the last one. */
  readonly next: string | undefined;
}

export async function pagesOf<T>(page: (after: string) => Promise<Answer<T>>, most = MOST_PAGES): Promise<Listed<T>> {
  const items: T[] = [];
  let next: string | undefined = '';
  for (let i = 0; i < most && next !== undefined; i++) {
    const told: Answer<T> = await page(next);
    items.push(...told.items);
    next = told.next;
  }
  return { items, isPart: next !== undefined };
}
