import { useState, type SubmitEvent } from 'react';
import { useTopic } from '../../api/topics';
import { useClock } from '../../app/clock';
import { useAddress } from '../../app/search';
import { useT } from '../../i18n/Language';
import { Button } from '../../parts/Button';
import { Field } from '../../parts/Field';
import { placeOf, wantedOf } from './wanted';

/** Where to look and what for; pressing the button puts it into the address. */
export function SearchForm({ topic }: { readonly topic: string }) {
  const t = useT();
  const clock = useClock();
  const [search, put] = useAddress();
  const [wanted, setWanted] = useState(() => wantedOf(search));
  const address = JSON.stringify(wantedOf(search));
  const [shown, setShown] = useState(address);
  if (address !== shown) {
    // Whoever goes back sees what was looked for then.
    setShown(address);
    setWanted(wantedOf(search));
  }
  const pairs = useTopic(topic).data?.pairs ?? [];
  const place = placeOf(wanted.from, clock());
  const needsPair = place !== undefined && /^\d+$/.test(place) && wanted.pair === '';
  const reason = place === undefined ? t('place.wrong') : needsPair ? t('place.needsPair') : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (reason === undefined) {
      put({ ...wanted, from: place === 'earliest' ? '' : place, 'messages.page': '' }, true);
    }
  };
  return (
    <form className="search-form" role="search" onSubmit={submit} aria-label={t('messages.search')}>
      <Field
        label={t('messages.from')}
        value={wanted.from}
        onChange={(from) => setWanted({ ...wanted, from })}
        hint={t('place.hint')}
      />
      <Field
        label={t('pair')}
        value={wanted.pair}
        onChange={(pair) => setWanted({ ...wanted, pair })}
        options={[['', t('all')] as const, ...pairs.map((each) => [each.pair, each.pair] as const)]}
      />
      <Field
        label={t('message.key')}
        value={wanted.key}
        onChange={(key) => setWanted({ ...wanted, key })}
        hint={t('messages.key.hint')}
      />
      <Field
        label={t('message.header')}
        value={wanted.header}
        onChange={(header) => setWanted({ ...wanted, header })}
        hint={t('messages.header.hint')}
      />
      <Button type="submit" kind="main" reason={reason}>
        {t('messages.look')}
      </Button>
    </form>
  );
}
