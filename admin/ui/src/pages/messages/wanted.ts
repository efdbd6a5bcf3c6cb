import type { Wanted } from '../../api/messages';
import type { ToFind } from '../../api/stored';
import type { Search } from '../../app/search';

/** What the address asks for. */
export function wantedOf(search: Search): Wanted {
  return {
    from: search.from ?? 'earliest',
    pair: search.pair ?? '',
    key: search.key ?? '',
    header: search.header ?? '',
  };
}

/** What the address asks the message store for. */
export function toFindOf(search: Search): ToFind {
  return { key: search.key ?? '', header: search.header ?? '', from: search.from ?? '', to: search.to ?? '' };
}

/** A time in the form that the server takes; empty: none is wanted. Undefined: it is no time. */
export function timeOf(text: string, now: number): string | undefined {
  const place = placeOf(text, now);
  if (place === 'earliest') {
    return '';
  }
  return place === 'latest' || /^\d*$/.test(place ?? '') ? undefined : place;
}

/** A place in the forms that the server takes; a time without a zone is one in the user's. Undefined: it is none. */
export function placeOf(text: string, now: number): string | undefined {
  const place = text.trim();
  if (place === '' || place === 'earliest') {
    return 'earliest';
  }
  if (place === 'latest' || /^\d{1,18}$/.test(place)) {
    return place;
  }
  const ago = /^(\d{1,9})\s*(s|m|h|d)$/.exec(place);
  if (ago) {
    const unit = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[ago[2] as 's' | 'm' | 'h' | 'd'];
    return new Date(now - Number(ago[1]) * unit).toISOString();
  }
  const time = new Date(place);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
