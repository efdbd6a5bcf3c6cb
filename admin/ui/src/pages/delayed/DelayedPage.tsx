import { useMemo, useState } from 'react';
import { useMay } from '../../api/session';
import { useCancelDelayed, useDelayed, type Delayed } from '../../api/topics';
import { useNames } from '../../app/names';
import { bytes } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { counted, timed, written } from '../../parts/columns';
import { DataTable, type Column } from '../../parts/DataTable';
import { Empty } from '../../parts/Empty';
import { Loaded } from '../../parts/Loaded';
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
      timed('due', t('delayed.due'), (message) => message.dueAt),
      timed('published', t('message.published'), (message) => message.publishedAt),
      written('id', t('delayed.id'), (message) => message.id),
      written('key', t('message.key'), keyOf),
      counted('size', t('delayed.size'), (message) => message.bodyBytes, bytes),
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
