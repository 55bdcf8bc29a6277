import { describeVerdict } from '../../../core/explain/describe-verdict.js';
import type { Explanation, Verdict } from '../../../core/explain/explanation.js';
import { visibleText } from '../../../core/text/visible-text.js';

/** Why a task is in or out, and what would change that: the lines that the command `explain` prints. */
export function TaskVerdict({ explanation }: { readonly explanation: Explanation }) {
  const { standing, verdict } = explanation;
  const why = verdict.kind === 'in' ? verdict.why : standing?.words;
  return (
    <>
      <p className={`verdict verdict-${verdict.kind}`}>
        <strong>{verdictWords(verdict)}.</strong> {why !== undefined && `${capital(visibleText(why, 1000))}.`}
      </p>
      <section aria-labelledby="changes">
        <h2 id="changes">What would change that</h2>
        <ul className="lines">
          {describeVerdict(explanation).map((line) => (
            <li key={line}>{visibleText(line, 1000)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The verdict in a few words: the same as the command line's. */
function verdictWords(verdict: Verdict): string {
  if (verdict.kind === 'in') return inWords[verdict.by];
  return verdict.kind === 'ineligible' ? 'Not eligible' : verdict.kind === 'excluded' ? 'Excluded' : 'Out';
}

const inWords = {
  rank: 'In by its rank',
  ensure: 'In by an ensure rule',
  draw: 'In, drawn by chance',
  pin: 'In, pinned',
  optimum: 'In, as part of the optimum',
} as const;
