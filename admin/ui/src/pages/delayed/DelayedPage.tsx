import { useMemo, useState } from 'react';
import { useMay } from '../../api/session';
import { useCancelDelayed, useDelayed, type Delayed } from '../../api/topics';
import { useNames } from '../../app/names';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Hostile } from '../../parts/Hostile';
import { Loaded } from '../../parts/Loaded';
import { When } from '../../parts/When';
import { keyOf } from '../messages/MessagesTable';
import { TopicFrame } from '../topics/TopicFrame';

export function DelayedPage() {
  const t = useT();
  const { topic } = useNames('topic');
  const [asked, setAsked] = useState<Delayed>();
  return (
    <TopicFrame topic={topic} part={t('nav.delayed')}>
      <Loaded query={useDelayed(topic)}>
        {({ delayed }) => <Table topic={topic} delayed={delayed} onCancel={setAsked} />}
      </Loaded>
      {asked !== undefined && <CancelDialog topic={topic} message={asked} onClose={() => setAsked(undefined)} />}
    </TopicFrame>
  );
}

interface TableProps {
  readonly topic: string;
  readonly delayed: Delayed[];
  readonly onCancel: (message: Delayed) => void;
}

function Table({ topic, delayed, onCancel }: TableProps) {
  const t = useT();
  const may = useMay();
  const reason = may('publish', topic) ? undefined : t('right.missing', { right: `publish:${topic}` });
  const columns = useMemo(
    (): Column<Delayed>[] => [
      {
        id: 'due',
        head: t('delayed.due'),
        by: (message) => message.dueAt,
        cell: (message) => <When at={message.dueAt} />,
      },
      {
        id: 'published',
        head: t('message.published'),
        by: (message) => message.publishedAt,
        cell: (message) => <When at={message.publishedAt} />,
      },
      {
        id: 'id',
        head: t('delayed.id'),
        by: (message) => message.id,
        cell: (message) => <Hostile text={message.id} />,
      },
      { id: 'key', head: t('message.key'), by: keyOf, cell: (message) => <Hostile text={keyOf(message) || '–'} /> },
      {
        id: 'size',
        head: t('delayed.size'),
        numeric: true,
        by: (message) => message.bodyBytes,
        cell: (message) => bytes(message.bodyBytes),
      },
      {
        id: 'cancel',
        head: t('delayed.cancel'),
        cell: (message) => (
          <Button onClick={() => onCancel(message)} reason={reason} label={t('delayed.cancel.one', { id: message.id })}>
            {t('delayed.cancel')}
          </Button>
        ),
      },
    ],
    [t, reason, onCancel],
  );
  return (
    <DataTable
      label={t('nav.delayed')}
      name="delayed"
      rows={delayed}
      columns={columns}
      rowId={(message) => message.id}
      text={(message) => `${message.id} ${keyOf(message)}`}
      sort="due"
      empty={<Empty command="Message.builder().body(body).delay(Duration.ofMinutes(10))">{t('delayed.empty')}</Empty>}
    />
  );
}

interface DialogProps {
  readonly topic: string;
  readonly message: Delayed;
  readonly onClose: () => void;
}

function CancelDialog({ topic, message, onClose }: DialogProps) {
  const t = useT();
  const cancel = useCancelDelayed(topic);
  return (
    <Confirm
      title={t('delayed.cancel.title')}
      action={t('delayed.cancel')}
      onConfirm={() => cancel.mutate(message.id, { onSuccess: onClose })}
      onClose={onClose}
      busy={cancel.isPending}
      failure={cancel.error}
    >
      <p>{t('delayed.cancel.words', { id: message.id })}</p>
    </Confirm>
  );
}
