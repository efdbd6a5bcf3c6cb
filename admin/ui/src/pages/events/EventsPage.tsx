import { useMemo } from 'react';
import { useEvents } from '../../api/events';
import { MOST, type Happened } from '../../api/happened';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Empty } from '../../parts/Empty';
import { Field } from '../../parts/Field';
import { Loaded } from '../../parts/Loaded';
import { Page } from '../../parts/Page';
import { When } from '../../parts/When';
import { EventsTable } from './EventsTable';
import { KINDS, SEVERITIES, wantedOf, type Wanted } from './filter';

/** What has happened in the cluster. */
export function EventsPage() {
  const t = useT();
  const [search, put] = useAddress();
  const choose = (name: string) => (value: string) => put({ [name]: value, 'events.page': '' }, true);
  return (
    <Page title={t('nav.events')} name={t('nav.events')}>
      <p className="lead">{t('events.lead', { n: count(MOST) })}</p>
      <div className="row filters">
        <Field
          label={t('event.kind')}
          value={search.kind ?? ''}
          onChange={choose('kind')}
          options={[['', t('all')], ...KINDS.map((kind) => [kind, t(`event.kind.${kind}`)] as const)]}
        />
        <Field
          label={t('event.severity')}
          value={search.severity ?? ''}
          onChange={choose('severity')}
          options={[['', t('all')], ...SEVERITIES.map((each) => [each, t(`severity.${each}`)] as const)]}
        />
      </div>
      <Loaded query={useEvents()}>
        {(happened) => <Listed happened={happened} kind={search.kind} severity={search.severity} />}
      </Loaded>
    </Page>
  );
}

function Listed({ happened, kind, severity }: { readonly happened: Happened } & Wanted) {
  const t = useT();
  const { events, missedBefore } = happened;
  const wanted = useMemo(() => wantedOf(events, { kind, severity }), [events, kind, severity]);
  return (
    <div className="stack">
      {missedBefore !== undefined && (
        <p className="note warn" role="status">
          <span aria-hidden="true">▲ </span>
          {t('events.missed')} <When at={missedBefore} exact />
        </p>
      )}
      <EventsTable
        name="events"
        events={wanted}
        empty={events.length === 0 ? <Empty>{t('events.empty')}</Empty> : <p className="quiet">{t('events.none')}</p>}
      />
    </div>
  );
}
