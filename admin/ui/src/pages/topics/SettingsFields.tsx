import { useT } from '../../i18n/Language';
import { Check, Field } from '../../parts/Field';
import { UNSAID, type Settings } from './settings';

interface Props {
  readonly of: Settings;
  readonly onChange: (settings: Settings) => void;
  /** What is chosen once, when a topic is made: its order, whether it has mailboxes, and its pairs. */
  readonly isNew: boolean;
}

export function SettingsFields({ of, onChange, isNew }: Props) {
  const t = useT();
  const text = (name: keyof Settings, label: string, hint?: string) => (
    <Field
      label={label}
      type="number"
      min={0}
      value={String(of[name])}
      onChange={(value) => onChange({ ...of, [name]: value })}
      hint={hint}
    />
  );
  const isOfWork = of.stages !== undefined;
  const kind = isNew && (
    <Check
      label={t('topic.work.choose')}
      checked={isOfWork}
      onChange={(work) => onChange({ ...UNSAID, stages: work ? 'workers' : undefined })}
    />
  );
  if (isOfWork) {
    return (
      <div className="form-grid">
        {kind}
        <Field
          label={t('stages')}
          value={of.stages}
          required
          onChange={(stages) => onChange({ ...of, stages })}
          hint={t('stages.hint')}
        />
      </div>
    );
  }
  return (
    <div className="form-grid">
      {isNew && (
        <Field
          label={t('topic.order')}
          value={of.order}
          onChange={(order) => onChange({ ...of, order })}
          options={[
            ['NONE', t('order.NONE')],
            ['BY_KEY', t('order.BY_KEY')],
            ['WHOLE', t('order.WHOLE')],
          ]}
          hint={t('order.hint')}
        />
      )}
      {text('maxAttempts', t('topic.maxAttempts'), t('topic.maxAttempts.hint'))}
      {text('leaseSeconds', t('topic.lease.seconds'), t('topic.lease.hint'))}
      {text('retryDelaySeconds', t('topic.retryDelay.seconds'))}
      {text('retryDelayMaxSeconds', t('topic.retryDelayMax.seconds'))}
      {text('retentionHours', t('topic.retention.hours'), t('topic.retention.hint'))}
      {text('retentionMebibytes', t('topic.retentionBytes.mib'), t('topic.retention.hint'))}
      {(isNew || Number(of.mailboxCap) > 0) &&
        text('mailboxCap', t('topic.mailboxCap'), isNew ? t('topic.mailboxCap.hint') : undefined)}
      {isNew && (
        <Check
          label={t('topic.onePair.choose')}
          checked={of.onePair}
          onChange={(onePair) => onChange({ ...of, onePair })}
        />
      )}
      <Check
        label={t('topic.keepForGroups')}
        checked={of.keepForGroups}
        onChange={(keepForGroups) => onChange({ ...of, keepForGroups })}
      />
      {kind}
    </div>
  );
}
