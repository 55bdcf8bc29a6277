import { useEffect, useState } from 'react';

interface CountFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly before: number | undefined;
  readonly least: number;
  readonly most?: number;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
}

/** A whole number. While something else stands in the field, the last number counts. */
export function CountField({ label, value, before, least, most, disabled = false, onChange }: CountFieldProps) {
  const [text, setText] = useState(String(value ?? ''));
  useEffect(() => setText(String(value ?? '')), [value]);
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        min={least}
        max={most}
        step={1}
        value={text}
        disabled={disabled}
        onChange={(event) => {
          setText(event.target.value);
          const count = Number(event.target.value);
          if (event.target.value !== '' && Number.isSafeInteger(count) && count >= least) onChange(count);
        }}
        onBlur={() => setText(String(value ?? ''))}
      />
      {value !== before && before !== undefined && <span className="was">was {before}</span>}
    </label>
  );
}
