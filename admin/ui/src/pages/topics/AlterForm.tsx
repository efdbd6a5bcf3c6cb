import { useState } from 'react';
import { useAlterTopic, type Topic } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Form } from '../../parts/Form';
import { changeOf, settingsOf } from './settings';
import { SettingsFields } from './SettingsFields';

export function AlterForm({ topic, onClose }: { readonly topic: Topic; readonly onClose: () => void }) {
  const t = useT();
  const [before] = useState(() => settingsOf(topic));
  const [settings, setSettings] = useState(before);
  const alter = useAlterTopic(topic.name);
  const change = changeOf(before, settings);
  return (
    <Form
      label={t('topic.alter', { topic: topic.name })}
      action={t('save')}
      onSubmit={() => alter.mutate(change, { onSuccess: onClose })}
      busy={alter.isPending}
      failure={alter.error}
      reason={Object.keys(change).length === 0 ? t('unchanged') : undefined}
      onCancel={onClose}
    >
      <SettingsFields of={settings} onChange={setSettings} withOrder={false} />
    </Form>
  );
}
