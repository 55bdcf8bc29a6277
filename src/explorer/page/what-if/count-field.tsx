import { useId } from 'react';
import { TypedField } from './typed-field.js';

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
  const id = useId();
  return (
    <label htmlFor={id}>
      <span>{label}</span>
      <TypedField
        id={id}
        type="number"
        min={least}
        max={most}
        step={1}
        value={String(value ?? '')}
        disabled={disabled}
        onType={(text) => {
          const count = Number(text);
          if (text !== '' && Number.isSafeInteger(count) && count >= least) onChange(count);
        }}
      />
      {value !== before && before !== undefined && <span className="was">was {before}</span>}
    </label>
  );
}
