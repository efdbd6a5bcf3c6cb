import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session';
import { useDeleteTopic, useGroups, useTopic, type Topic } from '../../api/topics';
import { useNames } from '../../app/names';
import { bytes, count, millis, perSecond } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { Empty } from '../../parts/Empty';
import { Facts } from '../../parts/Facts';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { When } from '../../parts/When';
import { useTrend } from '../../parts/useTrend';
import { ChartsOf } from '../overview/ChartsOf';
import { GroupsTable } from '../groups/GroupsTable';
import { AlterForm } from './AlterForm';
import { PartitionsTable } from './PartitionsTable';
import { TopicFrame } from './TopicFrame';
import { Stages } from './Stages';

export function TopicPage() {
  const t = useT();
  const may = useMay();
  const { topic: name } = useNames('topic');
  const topic = useTopic(name);
  const incoming = useTrend(topic.data?.endOffset, topic.dataUpdatedAt)?.perSecond;
  const groups = useGroups(name);
  const [asked, setAsked] = useState<'alter' | 'delete'>();
  const reason = may('manage', name) ? undefined : t('right.missing', { right: `manage:${name}` });
  const actions = (
    <>
      {topic.data?.stages.length === 0 && (
        <Button onClick={() => setAsked(asked === 'alter' ? undefined : 'alter')} reason={reason}>
          {t('alter')}
        </Button>
      )}
      <Button kind="danger" onClick={() => setAsked('delete')} reason={reason}>
        {t('delete')}
      </Button>
    </>
  );
  return (
    <TopicFrame topic={name} actions={topic.data && actions}>
      <Loaded query={topic}>
        {(told) => (
          <>
            {asked === 'alter' ? (
              <AlterForm topic={told} etag={told.etag} onClose={() => setAsked(undefined)} />
            ) : (
              <Described topic={told} incoming={incoming} />
            )}
            {asked === 'delete' && (
              <DeleteDialog topic={told} groups={groups.data?.length} onClose={() => setAsked(undefined)} />
            )}
            {told.stages.length === 0 && <Stored topic={told} groups={groups} />}
          </>
        )}
      </Loaded>
    </TopicFrame>
  );
}

interface StoredProps {
  readonly topic: Topic;
  readonly groups: ReturnType<typeof useGroups>;
}

/** What only a topic has whose messages are stored. */
function Stored({ topic, groups }: StoredProps) {
  const t = useT();
  const { name, pairs } = topic;
  return (
    <>
      <ChartsOf key={name} of={{ kind: 'topic', topic: name }} pairs={pairs.map(({ pair }) => pair)} />
      <Section title={t('groups')}>
        <Loaded query={groups}>
          {(all) => (
            <GroupsTable
              name="groups"
              groups={all}
              empty={<Empty command={`feige pull ${name} --group billing`}>{t('groups.empty')}</Empty>}
            />
          )}
        </Loaded>
      </Section>
      <Section title={t('topic.partitions')}>
        <PartitionsTable pairs={pairs} />
      </Section>
    </>
  );
}

interface DescribedProps {
  readonly topic: Topic;
  /** Messages a second; undefined until it was looked at for long enough. */
  readonly incoming: number | undefined;
}

function Described({ topic, incoming }: DescribedProps) {
  const t = useT();
  if (topic.stages.length > 0) {
    return <Stages of={topic.stages} />;
  }
  const limit = (value: string, isNone: boolean) => (isNone ? t('none') : value);
  return (
    <Facts
      of={[
        [t('topic.messages'), count(topic.messages)],
        [t('totals.in'), perSecond(incoming)],
        [t('topic.bytes'), bytes(topic.bytes)],
        [t('nav.delayed'), count(topic.delayed)],
        [t('topic.order'), t(`order.${topic.order}`)],
        [t('topic.maxAttempts'), count(topic.maxAttempts)],
        [t('topic.lease'), millis(topic.leaseMillis)],
        [t('topic.retryDelay'), `${millis(topic.retryDelayMillis)} … ${millis(topic.retryDelayMaxMillis)}`],
        [t('topic.retention'), limit(millis(topic.retentionMillis), topic.retentionMillis === 0)],
        [t('topic.retentionBytes'), limit(bytes(topic.retentionBytes), topic.retentionBytes === 0)],
        [t('topic.keepForGroups'), t(topic.keepForGroups ? 'yes' : 'no')],
        [t('topic.mailboxCap'), limit(count(topic.mailboxCap), topic.mailboxCap === 0)],
        [t('topic.onePair'), t(topic.onePair ? 'yes' : 'no')],
        [t('topic.created'), <When key="created" at={topic.createdAt} />],
      ]}
    />
  );
}

function requestsOf(topic: Topic): number {
  return topic.stages.reduce((sum, { waiting, running }) => sum + waiting + running, 0);
}

interface DeleteProps {
  readonly topic: Topic;
  readonly groups: number | undefined;
  readonly onClose: () => void;
}

function DeleteDialog({ topic, groups, onClose }: DeleteProps) {
  const t = useT();
  const navigate = useNavigate();
  const change = useDeleteTopic(topic.name, () => void navigate({ to: '/topics' }));
  return (
    <Confirm
      title={t('topic.delete.title', { topic: topic.name })}
      action={t('delete')}
      name={topic.name}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
      busy={change.isPending}
      failure={change.error}
    >
      <p>
        {topic.stages.length > 0
          ? t('topic.delete.work', { requests: count(requestsOf(topic)) })
          : t('topic.delete.words', {
              messages: count(topic.messages),
              size: bytes(topic.bytes),
              delayed: count(topic.delayed),
              groups: count(groups),
            })}
      </p>
    </Confirm>
  );
}
