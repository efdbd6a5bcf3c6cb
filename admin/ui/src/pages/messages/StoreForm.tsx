import { useState, type SubmitEvent } from 'react';
import { useClock } from '../../app/clock';
import { useAddress } from '../../app/search';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { timeOf, toFindOf } from './wanted';

/** What to look for in the message store; pressing the button puts it into the address. */
export function StoreForm() {
  const t = useT();
  const clock = useClock();
  const [search, put] = useAddress();
  const [wanted, setWanted] = useState(() => toFindOf(search));
  const address = JSON.stringify(toFindOf(search));
  const [shown, setShown] = useState(address);
  if (address !== shown) {
    // Whoever goes back sees what was looked for then.
    setShown(address);
    setWanted(toFindOf(search));
  }
  const from = timeOf(wanted.from, clock());
  const to = timeOf(wanted.to, clock());
  const isTime = from !== undefined && to !== undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isTime) {
      put({ ...wanted, from, to, 'messages.page': '' }, true);
    }
  };
  const field = (name: keyof typeof wanted) => ({
    value: wanted[name],
    onChange: (text: string) => setWanted({ ...wanted, [name]: text }),
  });
  return (
    <form className="search-form" role="search" onSubmit={submit} aria-label={t('messages.search')}>
      <Field label={t('messages.from')} {...field('from')} hint={t('found.time.hint')} />
      <Field label={t('found.to')} {...field('to')} hint={t('found.time.hint')} />
      <Field label={t('message.key')} {...field('key')} hint={t('messages.key.hint')} />
      <Field label={t('message.header')} {...field('header')} hint={t('messages.header.hint')} />
      <Button type="submit" kind="main" reason={isTime ? undefined : t('found.time.wrong')}>
        {t('messages.look')}
      </Button>
    </form>
  );
}
