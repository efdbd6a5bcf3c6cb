import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session';
import { useDeleteGroup, useGroup, type Group } from '../../api/topics';
import { useNames } from '../../app/names';
import { change, count, millis } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { Figure } from '../../parts/Figure';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { When } from '../../parts/When';
import { useTrend } from '../../parts/useTrend';
import { ChartsOf } from '../overview/ChartsOf';
import { GroupPairs } from './GroupPairs';
import { ResetDialog } from './ResetDialog';
import { Why } from './Why';

export function GroupPage() {
  const t = useT();
  const { topic, group: name } = useNames('topic', 'group');
  const may = useMay();
  const group = useGroup(topic, name);
  const trend = useTrend(group.data?.lag, group.dataUpdatedAt);
  const [asked, setAsked] = useState<'reset' | 'delete'>();
  const reason = may('manage', topic) ? undefined : t('right.missing', { right: `manage:${topic}` });
  const close = () => setAsked(undefined);
  const above = (
    <>
      <Link to="/topics">{t('nav.topics')}</Link>
      <span aria-hidden="true"> / </span>
      <Link to="/topics/$topic" params={{ topic }}>
        <Hostile text={topic} />
      </Link>
    </>
  );
  const actions = group.data && (
    <>
      <Button onClick={() => setAsked('reset')} reason={reason}>
        {t('reset')}
      </Button>
      <Button kind="danger" onClick={() => setAsked('delete')} reason={reason}>
        {t('delete')}
      </Button>
      {asked === 'reset' && <ResetDialog group={group.data} onClose={close} />}
      {asked === 'delete' && <DeleteDialog group={group.data} onClose={close} />}
    </>
  );
  return (
    <Page title={<Hostile text={name} />} name={`${name} · ${topic}`} above={above} actions={actions}>
      <Loaded query={group}>
        {(told) => (
          <>
            <p className="why-line">
              <Why group={told} />
            </p>
            <dl className="figures">
              <Figure
                label={t('group.lag')}
                value={count(told.lag)}
                note={
                  trend?.millisToEmpty !== undefined
                    ? t('totals.empty', { rate: change(trend.perSecond), time: millis(trend.millisToEmpty) })
                    : trend && change(trend.perSecond)
                }
              />
              <Figure label={t('group.oldest')} value={<When at={told.oldestUnsettled} />} />
              <Figure label={t('group.outstanding')} value={count(told.outstanding)} />
              <Figure label={t('group.retrying')} value={count(told.retrying)} />
              <Figure label={t('group.parked')} value={count(told.parkedPulls)} />
            </dl>
            <ChartsOf
              key={`${topic} ${name}`}
              of={{ kind: 'group', topic, group: name }}
              pairs={told.pairs.map(({ pair }) => pair)}
            />
            <Section title={t('group.pairs')}>
              <GroupPairs pairs={told.pairs} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function DeleteDialog({ group, onClose }: { readonly group: Group; readonly onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const change = useDeleteGroup(
    group.topic,
    group.group,
    () => void navigate({ to: '/topics/$topic', params: { topic: group.topic } }),
  );
  return (
    <Confirm
      title={t('group.delete.title', { group: group.group })}
      action={t('delete')}
      name={group.group}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
      busy={change.isPending}
      failure={change.error}
    >
      <p>{t('group.delete.words', { n: count(group.lag) })}</p>
    </Confirm>
  );
}
