import { placeText } from '../../../core/model/errors.js';
import type { Fault } from '../../../core/model/fault.js';
import { visibleText } from '../../../core/text/visible-text.js';

/** What is wrong, each with what to do about it. */
export function FaultList({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <ul className="faults">
      {faults.map((fault) => (
        <li key={`${fault.code} ${placeText(fault.place)} ${fault.message}`}>
          {visibleText(fault.message, 1000)}
          {fault.hint !== undefined && <span className="hint"> {visibleText(fault.hint, 1000)}</span>}
        </li>
      ))}
    </ul>
  );
}
