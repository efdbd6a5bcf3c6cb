import { useEffect, useId, useMemo, useRef, useState, type SubmitEvent } from 'react';
import type { Operation } from '../../api/operations';
import { useRawAnswer } from '../../api/raw';
import { prettyJson } from '../../format/body';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Command } from '../../parts/Command';
import { FailureNote } from '../../parts/FailureNote';
import { Field } from '../../parts/Field';
import { Hostile } from '../../parts/Hostile';
import { isComplete, routeOf, type Filled } from './route';

interface Props {
  readonly operation: Operation;
  readonly onClose: () => void;
}

/** A longer answer is cut: a browser takes long to show millions of characters. */
const MOST_SHOWN = 100_000;

function shownOf(text: string): string {
  const all = prettyJson(text) ?? text;
  return all.length > MOST_SHOWN ? `${all.slice(0, MOST_SHOWN)} …` : all;
}

/** Asks a route with what is filled in, and shows the answer as a program would get it. */
export function TryDialog({ operation, onClose }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [filled, setFilled] = useState<Filled>({});
  const [asked, setAsked] = useState<string>();
  const answer = useRawAnswer(asked);
  const text = answer.data?.text;
  const shown = useMemo(() => (text === undefined ? '' : shownOf(text)), [text]);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  const route = routeOf(operation, filled);
  const reason = isComplete(operation, filled) ? undefined : t('rest.try.first');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason !== undefined || answer.isFetching) {
      return;
    }
    if (asked === route) {
      void answer.refetch();
    } else {
      setAsked(route);
    }
  };
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <form onSubmit={submit} className="stack">
        <h2 id={id}>{`${operation.method} ${operation.path}`}</h2>
        {operation.parameters
          .filter(({ where }) => where !== 'header')
          .map(({ name, required, description }) => (
            <Field
              key={name}
              label={name}
              value={filled[name] ?? ''}
              required={required}
              hint={description === '' ? undefined : <span lang="en">{description}</span>}
              onChange={(value) => {
                setFilled((before) => ({ ...before, [name]: value }));
                setAsked(undefined);
              }}
            />
          ))}
        <Command text={`curl --oauth2-bearer TOKEN '${window.location.origin}${route}'`} />
        <FailureNote of={answer.error} />
        <p role="status">{answer.data !== undefined && t('rest.try.answered', { status: answer.data.status })}</p>
        {answer.data !== undefined && (
          <pre className="body-text" tabIndex={0} role="region" aria-label={t('rest.try.answer')}>
            <Hostile text={shown} />
          </pre>
        )}
        <div className="row end">
          <Button onClick={() => dialog.current?.close()}>{t('close')}</Button>
          <Button type="submit" kind="main" reason={reason} busy={answer.isFetching}>
            {t('rest.try.send')}
          </Button>
        </div>
      </form>
    </dialog>
  );
}
