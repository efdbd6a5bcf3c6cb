import { useGroupsOf, useTopics, type Group } from '../../api/topics';

/** So many topics are asked for their groups: those that hold most. */
export const ASKED = 20;

export interface Waiting {
  /** Those with most to do first. */
  readonly groups: readonly Group[];
  /** Messages that are not settled, of all groups that were asked; undefined: not known yet. */
  readonly backlog: number | undefined;
  /** There are more topics than were asked. */
  readonly isPart: boolean;
}

export function useWaiting(): Waiting {
  const topics = useTopics().data;
  const asked = [...(topics ?? [])].sort((a, b) => b.messages - a.messages).slice(0, ASKED);
  const { groups, complete } = useGroupsOf(asked.map((topic) => topic.name));
  return {
    groups: groups.filter((group) => group.lag > 0).sort((a, b) => b.lag - a.lag),
    backlog: topics !== undefined && complete ? groups.reduce((sum, group) => sum + group.lag, 0) : undefined,
    isPart: (topics?.length ?? 0) > ASKED,
  };
}
