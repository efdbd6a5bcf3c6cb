import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, value, type Schemas } from './client';
import { keys } from './keys';
import { originOf } from './topics';

export type Reason = Schemas['LetterReason'];

/** What can be done with letters: give them to their group again, or close them. */
export type Action = 'replay' | 'drop';

const VARYING = /[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9a-fA-F]{8,}|[0-9]+/g;

/** A reason with # for each number and id in it, as the servers tell reasons apart. */
const shapeOf = (reason: string) => reason.replaceAll(VARYING, '#');

/** Letters are asked for by this many at a time, and dealt with by no more. */
const PAGE = 200;
const SECOND_MILLIS = 1000;

/** A longer text makes too long an address; the rest is compared here. */
const REASON_CHARS = 200;

/** Why open letters are there. */
export function useReasons(letters: string) {
  return useQuery({
    queryKey: keys.topics.reasons(letters),
    queryFn: () =>
      value(api.GET('/api/v1/topics/{topic}/letters/reasons', { params: { path: { topic: originOf(letters) } } })),
    refetchInterval: 15_000,
  });
}

interface Letter {
  readonly pair: string;
  readonly offset: number;
  readonly deadLetter?: Schemas['DeadLetter'];
}

/**
 * Whether a letter is there for a reason, which may have # where its letters differ; a search finds those too that only
 * have it in theirs.
 */
export function isOf(letter: Letter, reason: Reason): boolean {
  const why = letter.deadLetter?.reason ?? '';
  const isSame = why === reason.reason || shapeOf(why) === reason.reason;
  return (letter.deadLetter?.group ?? '') === reason.group && isSame;
}

/** Letters, some at a time; a rate of 0 is none. */
export function* parts(ids: readonly string[], rate: number): Generator<string[]> {
  const size = rate === 0 ? PAGE : Math.max(1, Math.min(PAGE, rate));
  for (let from = 0; from < ids.length; from += size) {
    yield ids.slice(from, from + size);
  }
}

async function deal(letters: string, action: Action, ids: string[]): Promise<Outcome> {
  const params = { path: { topic: originOf(letters) } };
  const body = { letters: ids };
  return action === 'replay'
    ? change(api.POST('/api/v1/topics/{topic}/letters/replay', { params, body }))
    : change(api.POST('/api/v1/topics/{topic}/letters/drop', { params, body }));
}

export type Outcome = Schemas['LetterOutcome'];

export interface Task {
  readonly action: Action;
  readonly reason: Reason;
  /** Letters a second at most; 0: as fast as it goes. */
  readonly rate: number;
  readonly onProgress: (done: number) => void;
  readonly signal: AbortSignal;
}

/** What fails again becomes a letter again, so no more are dealt with than there were. */
async function dealWithAll(letters: string, { action, reason, rate, onProgress, signal }: Task): Promise<Outcome> {
  let all: Outcome = { done: 0, passed: 0, left: 0, why: '' };
  let most = reason.letters;
  let after: string | undefined = '';
  const isStopped = () => signal.aborted;
  while (after !== undefined && most > 0 && !isStopped()) {
    const query = {
      group: reason.group,
      reason: Array.from(reason.reason).slice(0, REASON_CHARS).join(''),
      after,
      limit: PAGE,
    };
    const params = { path: { topic: originOf(letters) }, query };
    const page: { letters: Letter[]; next?: string } = await value(
      api.GET('/api/v1/topics/{topic}/letters', { params }),
    );
    const ids = page.letters.filter((letter) => isOf(letter, reason)).map(({ pair, offset }) => `${pair}/${offset}`);
    for (const part of parts(ids.slice(0, most), rate)) {
      const began = Date.now();
      const one = await deal(letters, action, part);
      all = {
        done: all.done + one.done,
        passed: all.passed + one.passed,
        left: all.left + one.left,
        why: all.why || one.why,
      };
      most -= part.length;
      onProgress(all.done);
      const rest = rate === 0 ? 0 : (part.length / rate) * SECOND_MILLIS - (Date.now() - began);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
      if (isStopped()) {
        return all;
      }
    }
    after = page.next;
  }
  return all;
}

/** Deals with all letters that are there for a reason. */
export function useDealWithAll(letters: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (task: Task) => dealWithAll(letters, task),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.topics.one(letters) }),
  });
}

export interface Edited {
  readonly key?: string;
  readonly keyBase64?: string;
  readonly body: string;
  readonly headers?: NonNullable<Schemas['Message']['headers']>;
}

/** Deals with one letter; where it is edited, that is what its group gets. */
export function useDealWith(letters: string, pair: string, offset: number) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (what: Action | Edited) => {
      if (typeof what === 'string') {
        return deal(letters, what, [`${pair}/${offset}`]);
      }
      const path = { topic: originOf(letters), pair, offset };
      const route = '/api/v1/topics/{topic}/letters/{pair}/{offset}/replay';
      return change(api.POST(route, { params: { path }, body: what }));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keys.topics.one(letters) }),
  });
}
