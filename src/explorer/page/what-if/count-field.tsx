import { useId } from 'react';
import type { Fault } from '../../../core/model/fault.js';
import { FaultList } from '../parts/fault-list.js';
import { TypedField } from './typed-field.js';

interface CountFieldProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly before: number | undefined;
  readonly least: number;
  readonly most?: number;
  readonly disabled?: boolean;
  /** What is wrong with the number; the field is marked with it. */
  readonly faults?: readonly Fault[];
  /** Undefined when the field is cleared: the number is as in the plan. */
  readonly onChange: (value: number | undefined) => void;
  /** The field is left: what was typed into it is one step to undo. */
  readonly onRest: () => void;
}

/** A whole number. While something else stands in the field, the last number counts; a cleared field counts as the plan's. */
export function CountField({ label, value, before, least, most, disabled = false, ...others }: CountFieldProps) {
  const { faults = [], onChange, onRest } = others;
  const id = useId();
  return (
    <>
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
          aria-invalid={faults.length > 0}
          aria-describedby={faults.length > 0 ? `${id}-faults` : undefined}
          onType={(text) => {
            const count = Number(text);
            if (text === '') onChange(undefined);
            else if (Number.isSafeInteger(count) && count >= least) onChange(count);
          }}
          onBlur={onRest}
        />
        {value !== before && before !== undefined && <span className="was">was {before}</span>}
      </label>
      {faults.length > 0 && (
        <div id={`${id}-faults`} className="is-wrong field-fault" role="alert">
          <FaultList faults={faults} />
        </div>
      )}
    </>
  );
}
