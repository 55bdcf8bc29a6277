import { warningKinds } from '../../../core/describe/warning-kinds.js';
import type { Warning } from '../../../core/model/fault.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';

/** What a reader must know before trusting the figures: counted by kind, each kind to be opened. */
export function Warnings({ warnings, isOpen }: { readonly warnings: readonly Warning[]; readonly isOpen: boolean }) {
  if (warnings.length === 0) return <p className="quiet">The plan runs without a warning.</p>;
  const kinds = warningKinds(warnings);
  return (
    <section className="warnings" aria-labelledby="warnings">
      <h2 id="warnings">
        {countOf(warnings.length, 'warning')}
        {kinds.length > 1 && <span className="quiet"> of {formatCount(kinds.length)} kinds</span>}
      </h2>
      {kinds.map(({ code, words, warnings: own, count }) => (
        <details key={`${code} ${words} ${isOpen}`} open={isOpen}>
          <summary>
            <span className="count">{formatCount(count)}</span> {words.charAt(0).toUpperCase() + words.slice(1)}
          </summary>
          <ul>
            {own.map(({ message }) => (
              <li key={message}>{visibleText(message, 1000)}</li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
