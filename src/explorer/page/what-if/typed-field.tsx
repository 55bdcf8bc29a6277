import { type InputHTMLAttributes, useEffect, useState } from 'react';

interface TypedFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  readonly value: string;
  /** Called with what is typed, whether it makes sense or not. */
  readonly onType: (text: string) => void;
}

/** A field in which anything may stand while it is typed: it shows the value again when it is left, or when that changes. */
export function TypedField({ value, onType, onBlur, ...others }: TypedFieldProps) {
  const [text, setText] = useState<string>();
  // What is typed stays while it means the value, as 0.50 does, or nothing yet.
  useEffect(() => setText((typed) => (typed === '' || Number(typed) === Number(value) ? typed : undefined)), [value]);
  return (
    <input
      {...others}
      value={text ?? value}
      onChange={(event) => {
        setText(event.target.value);
        onType(event.target.value);
      }}
      onBlur={(event) => {
        setText(undefined);
        onBlur?.(event);
      }}
    />
  );
}
