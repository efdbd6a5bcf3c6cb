import { Link } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import type { SalvageFile } from '../../api/salvage';
import { bytes, count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { counted, timed } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Hostile } from '../../parts/Hostile';
import { State } from '../../parts/State';
import { TopicsOf } from './TopicsOf';

interface Props {
  readonly files: readonly SalvageFile[];
  readonly empty: ReactNode;
}

/** A line a cut. */
export function SalvageTable({ files, empty }: Props) {
  const t = useT();
  const columns = useMemo(
    (): Column<SalvageFile>[] => [
      {
        id: 'file',
        head: t('salvage.file'),
        by: (file) => file.file,
        cell: (file) => (
          <span className="named">
            <Hostile text={file.file} />
          </span>
        ),
      },
      {
        id: 'pair',
        head: t('pair'),
        by: (file) => file.pair,
        cell: (file) => (
          <Link className="named" to="/pairs/$pair" params={{ pair: file.pair }}>
            <Hostile text={file.pair} />
          </Link>
        ),
      },
      {
        id: 'node',
        head: t('node'),
        by: (file) => file.node,
        cell: (file) => (
          <Link className="named" to="/nodes/$node" params={{ node: file.node }}>
            <Hostile text={file.node} />
          </Link>
        ),
      },
      timed('cut', t('salvage.cut'), (file) => file.cutAt),
      counted('messages', t('topic.messages'), (file) => (file.read ? file.messages : Number.NaN)),
      counted('bytes', t('topic.bytes'), (file) => (file.read ? file.bytes : -1), bytes),
      { id: 'topics', head: t('nav.topics'), cell: (file) => <TopicsOf file={file} /> },
      { id: 'state', head: t('state'), by: stateOf, cell: (file) => <Read file={file} /> },
    ],
    [t],
  );
  return (
    <DataTable
      label={t('nav.salvage')}
      name="salvage"
      rows={files}
      columns={columns}
      rowId={(file) => `${file.node} ${file.pair} ${file.file}`}
      text={({ node, pair, file, topics, damage }) =>
        [node, pair, file, damage, ...topics.map(({ topic }) => topic)].join(' ')
      }
      empty={empty}
    />
  );
}

function stateOf({ damage, read }: SalvageFile): 'damaged' | 'unread' | 'sound' {
  return damage !== '' ? 'damaged' : read ? 'sound' : 'unread';
}

const KINDS = { damaged: 'bad', unread: 'idle', sound: 'ok' } as const;

/** What is wrong is told by the node, in English. */
function Read({ file }: { readonly file: SalvageFile }) {
  const t = useT();
  const state = stateOf(file);
  return (
    <>
      <State kind={KINDS[state]}>{t(`salvage.state.${state}`)}</State>
      {state === 'sound' && <div className="quiet">{t('salvage.frames', { n: count(file.frames) })}</div>}
      {file.damage !== '' && (
        <div className="quiet" lang="en">
          <Hostile text={file.damage} />
        </div>
      )}
    </>
  );
}
