import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { Group } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { counted, timed } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { Why } from './Why';

interface Props {
  readonly name: string;
  readonly groups: readonly Group[];
  readonly withTopic?: boolean;
  readonly empty: ReactNode;
}

export function GroupsTable({ name, groups, withTopic = false, empty }: Props) {
  const t = useT();
  const columns = useMemo(
    (): Column<Group>[] => [
      ...(withTopic
        ? [
            {
              id: 'topic',
              head: t('topic'),
              by: (group: Group) => group.topic,
              cell: (group: Group) => (
                <Link to="/topics/$topic" params={{ topic: group.topic }}>
                  <Hostile text={group.topic} />
                </Link>
              ),
            },
          ]
        : []),
      {
        id: 'group',
        head: t('group'),
        by: (group) => group.group,
        cell: (group) => (
          <Link to="/topics/$topic/groups/$group" params={{ topic: group.topic, group: group.group }}>
            <Hostile text={group.group} />
          </Link>
        ),
      },
      counted('lag', t('group.lag'), (group) => group.lag),
      counted('out', t('group.outstanding'), (group) => group.outstanding),
      counted('retrying', t('group.retrying'), (group) => group.retrying),
      timed('oldest', t('group.oldest'), (group) => group.oldestUnsettled),
      { id: 'why', head: t('group.why'), cell: (group) => <Why group={group} /> },
    ],
    [t, withTopic],
  );
  return (
    <DataTable
      label={t('groups')}
      name={name}
      rows={groups}
      columns={columns}
      rowId={(group) => `${group.topic} ${group.group}`}
      text={(group) => `${group.topic} ${group.group}`}
      sort="-lag"
      empty={empty}
    />
  );
}
