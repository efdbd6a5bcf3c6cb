import { useId, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, aside, children }: Props) {
  const id = useId();
  return (
    <section className="section" aria-labelledby={id}>
      <div className="row between section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
