import { useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useTopics } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';

const SUGGESTED = 50;

/** Leads to the search through what is stored of a topic. */
export function FindInStore() {
  const t = useT();
  const navigate = useNavigate();
  const topics = useTopics().data ?? [];
  const [topic, setTopic] = useState('');
  const near = topics.filter(({ name }) => name.includes(topic)).slice(0, SUGGESTED);
  const isKnown = topics.some(({ name }) => name === topic);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isKnown) {
      void navigate({ to: '/topics/$topic/messages', params: { topic }, search: { in: 'store' } });
    }
  };
  return (
    <div className="stack">
      <p className="quiet">{t('store.find.hint')}</p>
      <form className="row filters" role="search" aria-label={t('store.find')} onSubmit={submit}>
        <Field label={t('topic')} value={topic} onChange={setTopic} suggestions={near.map(({ name }) => name)} />
        <Button type="submit" reason={isKnown ? undefined : t('store.find.first')}>
          {t('store.find.go')}
        </Button>
      </form>
    </div>
  );
}
