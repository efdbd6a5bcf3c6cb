import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDisk, type Disk, type DiskHolder } from '../../api/cluster';
import { bytes, count, NOTHING } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, timed } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Facts } from '../../parts/Facts';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { Section } from '../../parts/Section';
import { useAnchor } from '../../parts/useAnchor';

const DISK = 'disk';

/** What fills the journal of the pair's active, and who keeps it there. */
export function DiskView({ pair }: { readonly pair: string }) {
  const t = useT();
  useAnchor(DISK);
  return (
    <Section title={t('disk.title')} anchor={DISK}>
      <Loaded query={useDisk(pair)}>
        {(disk) => (
          <div className="stack">
            <Facts of={facts(disk, t)} />
            <Holders holders={disk.holders} more={disk.moreHolders} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function facts(disk: Disk, t: ReturnType<typeof useT>): (readonly [string, string])[] {
  return [
    [t('disk.node'), disk.node],
    [t('disk.journal'), `${count(disk.journalStart)} … ${count(disk.journalEnd)}`],
    [t('disk.stored'), bytes(disk.storedBytes)],
    [t('disk.needed'), bytes(disk.neededBytes)],
    [t('disk.limit'), disk.limitBytes <= 0 ? t('none') : bytes(disk.limitBytes)],
    [t('disk.free'), bytes(disk.freeBytes)],
    [t('disk.reserve'), bytes(disk.reserveBytes)],
    [t('disk.forward'), t(disk.carriesForward ? 'yes' : 'no')],
  ];
}

function Holders({ holders, more }: { readonly holders: DiskHolder[]; readonly more: number }) {
  const t = useT();
  const columns = useMemo(
    (): Column<DiskHolder>[] => [
      { id: 'who', head: t('disk.holder'), by: nameOf, cell: (holder) => <Holder holder={holder} /> },
      {
        id: 'kind',
        head: t('disk.kind'),
        by: (holder) => holder.kind,
        cell: (holder) => t(`disk.kind.${holder.kind}`),
      },
      counted('held', t('disk.held'), (holder) => holder.heldBytes, bytes),
      counted('bytes', t('disk.needs'), (holder) => holder.bytes, bytes),
      timed('since', t('since'), (holder) => holder.since),
    ],
    [t],
  );
  return (
    <>
      <DataTable
        label={t('disk.holders')}
        name="holders"
        rows={holders}
        columns={columns}
        rowId={(holder) => `${holder.kind} ${holder.topic} ${holder.name}`}
        text={nameOf}
        sort="-held"
        empty={<p className="quiet">{t('disk.empty')}</p>}
      />
      {more > 0 && <p className="quiet">{t('more', { n: count(more) })}</p>}
    </>
  );
}

function nameOf(holder: DiskHolder): string {
  return [holder.topic, holder.name].filter((each) => each !== '').join(' / ');
}

function Holder({ holder }: { readonly holder: DiskHolder }) {
  const name = <Hostile text={nameOf(holder) || NOTHING} />;
  if (holder.kind === 'group') {
    return (
      <Link to="/topics/$topic/groups/$group" params={{ topic: holder.topic, group: holder.name }}>
        {name}
      </Link>
    );
  }
  return holder.topic === '' ? (
    name
  ) : (
    <Link to="/topics/$topic" params={{ topic: holder.topic }}>
      {name}
    </Link>
  );
}
