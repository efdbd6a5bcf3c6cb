import { useId, type ReactNode } from 'react';

interface Props {
  readonly title: string;
  /** What an address calls it that leads right there. */
  readonly anchor?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, anchor, aside, children }: Props) {
  const id = useId();
  return (
    <section id={anchor} className="section" aria-labelledby={id}>
      <div className="row between section-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
