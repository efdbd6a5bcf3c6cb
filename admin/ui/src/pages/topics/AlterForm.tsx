import { useState, type SubmitEvent } from 'react';
import { useAlterTopic, type Topic } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { FailureNote } from '../../parts/FailureNote';
import { changeOf, settingsOf } from './settings';
import { SettingsFields } from './SettingsFields';

export function AlterForm({ topic, onClose }: { readonly topic: Topic; readonly onClose: () => void }) {
  const t = useT();
  const [before] = useState(() => settingsOf(topic));
  const [settings, setSettings] = useState(before);
  const alter = useAlterTopic(topic.name);
  const change = changeOf(before, settings);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    alter.mutate(change, { onSuccess: onClose });
  };
  return (
    <form className="stack form" onSubmit={submit} aria-label={t('topic.alter', { topic: topic.name })}>
      <SettingsFields of={settings} onChange={setSettings} withOrder={false} />
      <FailureNote of={alter.error} />
      <div className="row">
        <Button
          type="submit"
          kind="main"
          busy={alter.isPending}
          reason={Object.keys(change).length === 0 ? t('unchanged') : undefined}
        >
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  );
}
