import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, change, ifMatch, seen, value, type Schemas, type Seen } from './client';
import { keys } from './keys';
import { PAGE, pagesOf } from './pages';

export type Topic = Schemas['Topic'];
export type TopicChange = Schemas['TopicChange'];
export type TopicInPair = Schemas['TopicInPair'];
export type Group = Schemas['Group'];
export type GroupInPair = Schemas['GroupInPair'];
export type Consumer = Schemas['Consumer'];
export type Delayed = Schemas['Delayed'];
export type Mailbox = Schemas['Mailbox'];

const SOON = 2_000;

export function useTopics() {
  return useQuery({
    queryKey: keys.topics.all,
    queryFn: async () => {
      const { items } = await pagesOf(async (after) => {
        const told = await value(api.GET('/api/v1/topics', { params: { query: { after, limit: PAGE } } }));
        return { items: told.topics, next: told.next };
      });
      return items;
    },
    refetchInterval: 5_000,
  });
}

export function useTopic(topic: string) {
  return useQuery({
    queryKey: keys.topics.one(topic),
    queryFn: () => seen(api.GET('/api/v1/topics/{topic}', { params: { path: { topic } } })),
    refetchInterval: SOON,
  });
}

export function useGroups(topic: string) {
  return useQuery({
    queryKey: keys.topics.groups(topic),
    queryFn: async () => {
      const { items } = await pagesOf(async (after) => {
        const query = { after, limit: PAGE };
        const told = await value(api.GET('/api/v1/topics/{topic}/groups', { params: { path: { topic }, query } }));
        return { items: told.groups, next: told.next };
      });
      return items;
    },
    refetchInterval: SOON,
  });
}

/** Groups of all topics with a text in "topic / group", those with the most unsettled messages first. */
export function useFoundGroups(contains: string, limit: number, enabled = true) {
  return useQuery({
    queryKey: keys.topics.found(contains, limit),
    queryFn: () => value(api.GET('/api/v1/groups', { params: { query: { contains, limit } } })),
    enabled,
    placeholderData: keepPreviousData,
    // Nodes are asked for all of them, however few are shown.
    refetchInterval: ({ state }) => ((state.data?.found ?? 0) > PAGE ? 30_000 : 5_000),
  });
}

export function useGroup(topic: string, group: string) {
  return useQuery({
    queryKey: keys.topics.group(topic, group),
    queryFn: () => value(api.GET('/api/v1/topics/{topic}/groups/{group}', { params: { path: { topic, group } } })),
    refetchInterval: SOON,
  });
}

export function useDelayed(topic: string) {
  return useQuery({
    queryKey: keys.topics.delayed(topic),
    queryFn: () =>
      value(api.GET('/api/v1/topics/{topic}/delayed', { params: { path: { topic }, query: { limit: 1_000 } } })),
    refetchInterval: SOON,
  });
}

/** A page of the mailboxes after an identity; a topic may have a million. */
export function useMailboxes(topic: string, after: string) {
  return useQuery({
    queryKey: keys.topics.mailboxes(topic, after),
    queryFn: () =>
      value(
        api.GET('/api/v1/topics/{topic}/mailboxes', { params: { path: { topic }, query: { after, limit: PAGE } } }),
      ),
    refetchInterval: SOON,
  });
}

export function useMailbox(topic: string, identity: string) {
  return useQuery({
    queryKey: keys.topics.mailbox(topic, identity),
    queryFn: () =>
      value(api.GET('/api/v1/topics/{topic}/mailboxes/{identity}', { params: { path: { topic, identity } } })),
    refetchInterval: SOON,
  });
}

/** What is in a mailbox, from a message on; undefined: from the first that is not acked. */
export function useMail(topic: string, identity: string, from: string | undefined) {
  return useQuery({
    queryKey: keys.topics.mail(topic, identity, from),
    queryFn: () =>
      value(
        api.GET('/api/v1/topics/{topic}/mailboxes/{identity}/messages', {
          params: { path: { topic, identity }, query: from === undefined ? { limit: 100 } : { from, limit: 100 } },
        }),
      ),
    refetchInterval: SOON,
  });
}

export function useDeleteMailbox(topic: string, identity: string, then: () => void) {
  return useTopicChange(
    () => change(api.DELETE('/api/v1/topics/{topic}/mailboxes/{identity}', { params: { path: { topic, identity } } })),
    then,
  );
}

/** A change of topics or of what is in them; what is shown of them is asked for anew. */
/** What is done then is done also where the part that asked is gone by that time, with what it showed. */
function useTopicChange<V, T>(run: (wanted: V) => Promise<T>, then: () => void = () => undefined) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: then,
    onSettled: () => cache.invalidateQueries({ queryKey: keys.topics.all }),
  });
}

export function useCreateTopic() {
  return useTopicChange((body: TopicChange & { name: string }) => change(api.POST('/api/v1/topics', { body })));
}

export function useAlterTopic(topic: string) {
  return useTopicChange(({ change: body, ...of }: Seen & { change: TopicChange }) =>
    change(api.PATCH('/api/v1/topics/{topic}', { params: { path: { topic }, ...ifMatch(of) }, body })),
  );
}

export function useDeleteTopic(topic: string, then: () => void) {
  return useTopicChange(() => change(api.DELETE('/api/v1/topics/{topic}', { params: { path: { topic } } })), then);
}

export function useCancelDelayed(topic: string) {
  return useTopicChange((whole: string) => {
    const slash = whole.indexOf('/');
    const path = { topic, pair: whole.slice(0, slash), id: whole.slice(slash + 1) };
    return change(api.DELETE('/api/v1/topics/{topic}/delayed/{pair}/{id}', { params: { path } }));
  });
}

export function useResetGroup(topic: string, group: string) {
  return useTopicChange((body: { to: string; pair?: string }) =>
    change(api.POST('/api/v1/topics/{topic}/groups/{group}/reset', { params: { path: { topic, group } }, body })),
  );
}

export function useDeleteGroup(topic: string, group: string, then: () => void) {
  return useTopicChange(
    () => change(api.DELETE('/api/v1/topics/{topic}/groups/{group}', { params: { path: { topic, group } } })),
    then,
  );
}

/** Dead letters of a topic are in a topic beside it. */
export const DEAD_LETTERS = '.dlq';

/** The topic that letters come from, named by its dead-letter topic or itself. */
export function originOf(letters: string): string {
  return holdsDeadLetters(letters) ? letters.slice(0, -DEAD_LETTERS.length) : letters;
}

export function holdsDeadLetters(topic: string): boolean {
  return topic.endsWith(DEAD_LETTERS);
}
