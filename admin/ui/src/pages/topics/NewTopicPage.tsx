import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCreateTopic } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Field } from '../../parts/Field';
import { Form } from '../../parts/Form';
import { Page } from '../../parts/Page';
import { changeOf, UNSAID } from './settings';
import { SettingsFields } from './SettingsFields';

export function NewTopicPage() {
  const t = useT();
  const navigate = useNavigate();
  const create = useCreateTopic();
  const [name, setName] = useState('');
  const [settings, setSettings] = useState(UNSAID);
  const submit = () =>
    create.mutate(
      { name, ...changeOf(UNSAID, settings) },
      { onSuccess: () => void navigate({ to: '/topics/$topic', params: { topic: name } }) },
    );
  return (
    <Page title={t('topics.new')} name={t('topics.new')} above={<Link to="/topics">{t('nav.topics')}</Link>}>
      <Form
        action={t('create')}
        onSubmit={submit}
        busy={create.isPending}
        failure={create.error}
        onCancel={() => void navigate({ to: '/topics' })}
      >
        <Field label={t('topic.name')} value={name} onChange={setName} hint={t('topic.name.hint')} required />
        <p className="quiet">{t('topics.new.words')}</p>
        <SettingsFields of={settings} onChange={setSettings} isNew />
      </Form>
    </Page>
  );
}
