/** Pages that a link with a secret leads to. */
export type Entrance = '/setup' | '/login';

const ENTRANCES: readonly string[] = ['/setup', '/login'] satisfies Entrance[];

let taken = { at: '', secret: '' };

/** Takes the secret of a link out of the address and out of the browser's history. */
export function takeAddressSecret(
  location: Pick<Location, 'pathname' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): void {
  if (ENTRANCES.includes(location.pathname) && location.hash.length > 1) {
    taken = { at: location.pathname, secret: decodeURIComponent(location.hash.slice(1)) };
    history.replaceState(null, '', location.pathname);
  }
}

/** The secret of the link that led to that page; empty: there was none. */
export function addressSecret(page: Entrance): string {
  return taken.at === page ? taken.secret : '';
}

export function forgetAddressSecret(): void {
  taken = { at: '', secret: '' };
}
