import { useStatus } from '../../api/cluster';
import { useSalvage } from '../../api/salvage';
import { useAddress } from '../../app/search';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Command } from '../../parts/Command';
import { Empty } from '../../parts/Empty';
import { Field } from '../../parts/Field';
import { Loaded } from '../../parts/Loaded';
import { Missing } from '../../parts/Missing';
import { Page } from '../../parts/Page';
import { Section } from '../../parts/Section';
import { SalvageTable } from './SalvageTable';

/** What replicas had to cut when they joined, and their nodes keep. */
export function SalvagePage() {
  const t = useT();
  const [{ node = '' }, put] = useAddress();
  const known = useStatus().data?.nodes.map(({ id }) => id) ?? [];
  // Also one that the address names and nobody knows, so that the choice shows what is asked for.
  const nodes = node === '' || known.includes(node) ? known : [...known, node];
  return (
    <Page title={t('nav.salvage')} name={t('nav.salvage')}>
      <p className="lead">{t('salvage.lead')}</p>
      <div className="row filters">
        <Field
          label={t('node')}
          value={node}
          onChange={(chosen) => put({ node: chosen, 'salvage.page': '' }, true)}
          options={[['', t('all')], ...nodes.map((each) => [each, each] as const)]}
        />
      </div>
      <Loaded query={useSalvage(node)}>
        {({ files, more, missing }) => (
          <div className="stack">
            <Missing words={t('salvage.missing')} nodes={missing} />
            <SalvageTable files={files} empty={<Empty command="feige salvage list">{t('salvage.empty')}</Empty>} />
            {more > 0 && <p className="quiet">{t('more', { n: count(more) })}</p>}
            {files.length > 0 && <WhatToDo />}
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function WhatToDo() {
  const t = useT();
  return (
    <Section title={t('salvage.toDo')}>
      <div className="stack form">
        <p>{t('salvage.show')}</p>
        <Command text="feige salvage show --dir DIR FILE" />
        <p>{t('salvage.replay')}</p>
        <Command text="feige salvage replay --dir DIR FILE" />
        <p className="quiet">{t('salvage.where')}</p>
      </div>
    </Section>
  );
}
