import { useId, type ReactNode } from 'react';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
  readonly type?: 'text' | 'password' | 'number' | 'search' | 'datetime-local';
  readonly rows?: number;
  readonly options?: readonly (readonly [string, string])[];
  /** What may be filled in; anything else may be, too. */
  readonly suggestions?: readonly string[];
  readonly autoComplete?: string;
  readonly required?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
}

/** Something to fill in. */
export function Field({
  label,
  value,
  onChange,
  hint,
  type = 'text',
  rows,
  options,
  suggestions,
  autoComplete = 'off',
  ...limits
}: Props) {
  const id = useId();
  const shared = {
    id,
    value,
    'aria-describedby': hint === undefined ? undefined : `${id}-hint`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {options !== undefined ? (
        <select {...shared}>
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      ) : rows !== undefined ? (
        <textarea {...shared} rows={rows} spellCheck={false} required={limits.required} />
      ) : (
        <input
          {...shared}
          {...limits}
          type={type}
          list={suggestions === undefined ? undefined : `${id}-list`}
          autoComplete={autoComplete}
          spellCheck={false}
        />
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="quiet">
          {hint}
        </span>
      )}
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}
