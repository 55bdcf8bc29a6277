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
          <Hint hint={hintHere(fault.hint)} />
        </li>
      ))}
    </ul>
  );
}

function Hint({ hint }: { readonly hint: string }) {
  return hint === '' ? null : <span className="hint"> {visibleText(hint, 1000)}</span>;
}

/** What to do, without what only a command line can: its flags mean nothing on a page. */
function hintHere(hint = ''): string {
  if (!/(?:^|\s)--[a-z]/.test(hint)) return hint;
  const withoutFlag = hint.replace(/,? or (?:pass|give|use) --[a-z-]+(?: \([^)]*\))?[^.]*/g, '');
  return withoutFlag
    .split(/(?<=[.!?]) /)
    .filter((sentence) => !/(?:^|\s)--[a-z]/.test(sentence))
    .join(' ');
}
