import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { useCreateTopic } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { FailureNote } from '../../parts/FailureNote';
import { Field } from '../../parts/Field';
import { Page } from '../../parts/Page';
import { changeOf, UNSAID } from './settings';
import { SettingsFields } from './SettingsFields';

export function NewTopicPage() {
  const t = useT();
  const navigate = useNavigate();
  const create = useCreateTopic();
  const [name, setName] = useState('');
  const [settings, setSettings] = useState(UNSAID);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    create.mutate(
      { name, ...changeOf(UNSAID, settings) },
      { onSuccess: () => void navigate({ to: '/topics/$topic', params: { topic: name } }) },
    );
  };
  return (
    <Page title={t('topics.new')} name={t('topics.new')} above={<Link to="/topics">{t('nav.topics')}</Link>}>
      <form className="stack form" onSubmit={submit}>
        <Field label={t('topic.name')} value={name} onChange={setName} hint={t('topic.name.hint')} required />
        <p className="quiet">{t('topics.new.words')}</p>
        <SettingsFields of={settings} onChange={setSettings} withOrder />
        <FailureNote of={create.error} />
        <div className="row">
          <Button type="submit" kind="main" busy={create.isPending}>
            {t('create')}
          </Button>
          <Link to="/topics" className="button">
            {t('cancel')}
          </Link>
        </div>
      </form>
    </Page>
  );
}
