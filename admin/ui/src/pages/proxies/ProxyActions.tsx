import { useState } from 'react';
import { useDrain, useNotice } from '../../api/proxies';
import { useMay } from '../../api/session';
import { count } from '../../format/number';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Confirm } from '../../parts/Confirm';
import { Field } from '../../parts/Field';

const LONGEST_NOTICE = 1_000;

/** What an operator can do with a proxy. */
export function ProxyActions({ proxy }: { readonly proxy: string }) {
  const t = useT();
  const may = useMay();
  const [asked, setAsked] = useState<'notice' | 'drain'>();
  const [told, setTold] = useState<number>();
  const forbidden = may('operator') ? undefined : t('right.missing', { right: 'operator' });
  const close = () => setAsked(undefined);
  return (
    <>
      <Button onClick={() => setAsked('notice')} reason={forbidden}>
        {t('proxy.notice')}
      </Button>
      <Button kind="danger" onClick={() => setAsked('drain')} reason={forbidden}>
        {t('proxy.drain')}
      </Button>
      {told !== undefined && (
        <p className="quiet row-note" role="status">
          {t('proxy.notice.done', { n: count(told) })}
        </p>
      )}
      {asked === 'notice' && <NoticeDialog proxy={proxy} onTold={setTold} onClose={close} />}
      {asked === 'drain' && <DrainDialog proxy={proxy} onClose={close} />}
    </>
  );
}

interface Props {
  readonly proxy: string;
  readonly onClose: () => void;
}

function NoticeDialog({ proxy, onTold, onClose }: Props & { readonly onTold: (sessions: number) => void }) {
  const t = useT();
  const notice = useNotice(proxy);
  const [text, setText] = useState('');
  const isShort = text.trim() === '';
  const tell = () =>
    notice.mutate(text, {
      onSuccess: ({ sessions }) => {
        onTold(sessions);
        onClose();
      },
    });
  return (
    <Confirm
      title={t('proxy.notice.title', { proxy })}
      action={t('proxy.notice.go')}
      onConfirm={tell}
      onClose={onClose}
      busy={notice.isPending}
      failure={notice.error}
      danger={false}
      reason={isShort || text.length > LONGEST_NOTICE ? t('proxy.notice.limits') : undefined}
    >
      <Field label={t('proxy.notice.text')} value={text} onChange={setText} rows={3} hint={t('proxy.notice.hint')} />
    </Confirm>
  );
}

function DrainDialog({ proxy, onClose }: Props) {
  const t = useT();
  const drain = useDrain(proxy);
  return (
    <Confirm
      title={t('proxy.drain.title', { proxy })}
      action={t('proxy.drain')}
      name={proxy}
      onConfirm={() => drain.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      busy={drain.isPending}
      failure={drain.error}
    >
      <p>{t('proxy.drain.words')}</p>
    </Confirm>
  );
}
