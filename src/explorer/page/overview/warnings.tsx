import type { Warning } from '../../../core/model/fault.js';
import { countOf } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';

/** What a reader must know before trusting the figures: all of it, where it is seen. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return <p className="quiet">The plan runs without a warning.</p>;
  return (
    <section className="warnings" aria-labelledby="warnings">
      <h2 id="warnings">{countOf(warnings.length, 'thing')} to know</h2>
      <ul>
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>
            <code>{code}</code> {visibleText(message, 1000)}
          </li>
        ))}
      </ul>
    </section>
  );
}
