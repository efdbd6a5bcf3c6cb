import { useMemo } from 'react';
import { useMay } from '../../api/session';
import { useSettings, type Process, type Setting } from '../../api/settings';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { DataTable, type Column } from '../../parts/DataTable';
import { Check } from '../../parts/Field';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';

const RIGHT = 'operator';

/** The settings of a process, and where each comes from. */
export function SettingsView({ of }: { readonly of: Process }) {
  const t = useT();
  const may = useMay();
  return (
    <Section title={t('settings.title')}>
      {may(RIGHT) ? <Asked of={of} /> : <p className="quiet">{t('right.missing', { right: RIGHT })}</p>}
    </Section>
  );
}

function Asked({ of }: { readonly of: Process }) {
  return <Loaded query={useSettings(of)}>{(settings) => <Listed settings={settings} />}</Loaded>;
}

function Listed({ settings }: { readonly settings: readonly Setting[] }) {
  const t = useT();
  const [search, put] = useAddress();
  const isAll = search.settings === 'all';
  const given = settings.filter(({ origin }) => origin !== 'default');
  const columns = useMemo(
    (): Column<Setting>[] => [
      {
        id: 'key',
        head: t('settings.key'),
        by: (setting) => setting.key,
        cell: (setting) => (
          <code className="named">
            <Hostile text={setting.key} />
          </code>
        ),
      },
      {
        id: 'value',
        head: t('settings.value'),
        by: (setting) => setting.value,
        cell: (setting) => <Value text={setting.value} />,
      },
      {
        id: 'origin',
        head: t('settings.origin'),
        by: (setting) => setting.origin,
        cell: (setting) => (
          <span className={setting.origin === 'default' ? 'quiet' : undefined}>
            {setting.origin === 'default' ? t('settings.default') : <Hostile text={setting.origin} />}
          </span>
        ),
      },
      {
        id: 'meaning',
        head: t('settings.meaning'),
        cell: (setting) => (
          <span className="quiet" lang="en">
            <Hostile text={setting.meaning} />
          </span>
        ),
      },
    ],
    [t],
  );
  return (
    <div className="stack">
      <Check
        label={t('settings.onlyGiven')}
        checked={!isAll}
        onChange={(only) => put({ settings: only ? '' : 'all', 'settings.page': '' })}
      />
      <p className="quiet" role="status">
        {t('settings.count', { given: count(given.length), all: count(settings.length) })}
      </p>
      <DataTable
        label={t('settings.title')}
        name="settings"
        rows={isAll ? settings : given}
        columns={columns}
        rowId={(setting) => setting.key}
        text={({ key, value, origin, meaning }) => [key, value, origin, meaning].join(' ')}
        empty={<p className="quiet">{t('settings.none')}</p>}
        pageSize={100}
      />
    </div>
  );
}

function Value({ text }: { readonly text: string }) {
  const t = useT();
  return text === '' ? <span className="quiet">{t('settings.empty')}</span> : <Hostile text={text} />;
}
