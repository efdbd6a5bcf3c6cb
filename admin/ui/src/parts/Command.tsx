import { useState } from 'react';
import { useT } from '../i18n/Language';
import { Button } from './Button';

/** A line for a shell, or a secret, to be taken along. */
export function Command({ text }: { readonly text: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  return (
    <span className="command">
      <code>{text}</code>
      <Button kind="quiet" onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}>
        {copied ? t('copied') : t('copy')}
      </Button>
    </span>
  );
}
