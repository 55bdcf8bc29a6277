import { placeText } from '../../core/model/errors.js';
import type { Fault } from '../../core/model/fault.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { type HtmlDocument, htmlDocument, htmlText } from './html-document.js';

const style = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.4rem}li{margin:1rem 0}code{overflow-wrap:anywhere}`;

/** A page of more would be slow to open, and nobody mends more in one go. */
const mostTold = 200;

/** What the page shows while the plan or a pool has faults: each in words, and what to do. */
export function faultsHtml(planFile: string, faults: readonly Fault[]): HtmlDocument {
  const entries = faults.slice(0, mostTold).map(({ message, place, hint }) => {
    const where = placeText(place);
    const lines = [
      ...(where === '' ? [] : [`<code>${shown(where)}</code><br>`]),
      shown(message),
      ...(hint === undefined ? [] : [`<br>${shown(hint)}`]),
    ];
    return `<li>${lines.join('\n')}</li>`;
  });
  const rest = faults.length - mostTold;
  const more = rest > 0 ? `\n<p>and ${countOf(rest, 'more fault')}.</p>` : '';
  const body = `<main>
<h1>${shown(planFile)} cannot be shown: ${countOf(faults.length, 'fault')}</h1>
<ol>
${entries.join('\n')}
</ol>${more}
<p>Mend the plan, its pool or its results, then load this page again.</p>
</main>`;
  return htmlDocument({ title: `Faults in ${visibleText(planFile)} · Winnow`, style, body });
}

/** Faults quote what strangers wrote. */
function shown(text: string): string {
  return htmlText(visibleText(text, 2000));
}
