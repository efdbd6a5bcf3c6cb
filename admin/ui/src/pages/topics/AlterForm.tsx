import { useAlterTopic, type Topic } from '../../api/topics';
import { useT } from '../../i18n/Language';
import { Form } from '../../parts/Form';
import { useDraft } from '../../parts/useDraft';
import { changeOf, settingsOf } from './settings';
import { SettingsFields } from './SettingsFields';

interface Props {
  readonly topic: Topic;
  readonly etag: string;
  readonly onClose: () => void;
}

export function AlterForm({ topic, etag, onClose }: Props) {
  const t = useT();
  const draft = useDraft(settingsOf(topic), etag);
  const alter = useAlterTopic(topic.name);
  const change = changeOf(draft.before, draft.value);
  const renew = () => {
    draft.renew();
    alter.reset();
  };
  return (
    <Form
      label={t('topic.alter', { topic: topic.name })}
      action={t('save')}
      onSubmit={() => alter.mutate({ etag: draft.etag, change }, { onSuccess: onClose })}
      busy={alter.isPending}
      failure={alter.error}
      onRenew={renew}
      reason={Object.keys(change).length === 0 ? t('unchanged') : undefined}
      onCancel={onClose}
    >
      <SettingsFields of={draft.value} onChange={draft.write} isNew={false} />
    </Form>
  );
}
