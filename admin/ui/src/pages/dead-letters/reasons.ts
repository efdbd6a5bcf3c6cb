import type { Message } from '../../api/messages';

export interface Reason {
  readonly id: string;
  readonly reason: string;
  readonly group: string;
  readonly topic: string;
  readonly times: number;
  readonly first: string;
  readonly last: string;
  readonly example: Message;
}

/** Dead letters that were given up by the same group for the same reason, the most frequent first. */
export function reasonsOf(messages: readonly Message[]): Reason[] {
  const found = new Map<string, Reason>();
  for (const message of messages) {
    const reason = message.deadLetter?.reason ?? '';
    const group = message.deadLetter?.group ?? '';
    const id = `${group}\n${reason}`;
    const before = found.get(id);
    found.set(id, {
      id,
      reason,
      group,
      topic: message.deadLetter?.topic ?? '',
      times: (before?.times ?? 0) + 1,
      first: before?.first ?? message.storedAt,
      last: message.storedAt,
      example: message,
    });
  }
  return [...found.values()].sort((a, b) => b.times - a.times);
}
