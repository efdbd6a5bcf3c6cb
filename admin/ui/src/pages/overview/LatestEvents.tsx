import { Link } from '@tanstack/react-router';
import { useEvents } from '../../api/events';
import { useT } from '../../i18n/Language';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { EventsTable } from '../events/EventsTable';

const SHOWN = 5;

export function LatestEvents() {
  const t = useT();
  return (
    <Section title={t('events.latest')} aside={<Link to="/events">{t('events.all')}</Link>}>
      <Loaded query={useEvents()}>
        {({ events }) => (
          <EventsTable
            name="latest"
            events={events.slice(0, SHOWN)}
            empty={<p className="quiet">{t('events.empty')}</p>}
          />
        )}
      </Loaded>
    </Section>
  );
}
