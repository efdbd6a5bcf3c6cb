let secret = '';

/** Takes the set-up secret out of the address and out of the browser's history. */
export function takeSetupSecret(
  location: Pick<Location, 'pathname' | 'hash'>,
  history: Pick<History, 'replaceState'>,
): void {
  if (location.pathname === '/setup' && location.hash.length > 1) {
    secret = decodeURIComponent(location.hash.slice(1));
    history.replaceState(null, '', '/setup');
  }
}

export function setupSecret(): string {
  return secret;
}

export function forgetSetupSecret(): void {
  secret = '';
}
