import { useCallback, useId, useMemo, useState } from 'react';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useRested } from '../parts/use-rested.js';
import { noEdits } from '../state/edits.js';
import { type DiffLine, diffLines } from '../state/line-diff.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { PlanEditor } from './plan-editor.js';

/** A longer plan is edited in an editor: here every key press reads it anew. */
const longestText = 300_000;

/** The plan as text beside the controls: what they change is changed in it, and what is typed moves them. */
export function PlanText() {
  const { data, study } = useSource();
  const { edits, step } = useEditing();
  const { faults } = useResult();
  // What is typed shows at once; what a control changes is written into the text when it rests.
  const rested = useRested(edits, 150);
  const written = useMemo(() => study.textOf(rested), [study, rested]);
  const isTyped = edits.text !== undefined && edits.benchmarks.size === 0 && Object.keys(edits).length === 2;
  const text = isTyped ? (edits.text ?? written) : written;
  const [shown, setShown] = useState<'text' | 'diff'>('text');
  const title = useId();
  const type = useCallback(
    (typed: string) => {
      const change = () => (typed === data.planText ? noEdits : { text: typed, benchmarks: new Map() });
      step({ kind: 'edit', moving: 'text', change });
    },
    [data, step],
  );
  const rest = useCallback(() => step({ kind: 'settle' }), [step]);
  return (
    <section aria-labelledby={title} className="plan-text">
      <h2 id={title}>The plan as text</h2>
      <div className="segments">
        {(['text', 'diff'] as const).map((each) => (
          <button key={each} type="button" aria-pressed={shown === each} onClick={() => setShown(each)}>
            {each === 'text' ? 'Text' : 'What a pull request would show'}
          </button>
        ))}
      </div>
      {shown === 'diff' ? (
        <PlanDiff file={data.planFile} before={data.planText} after={text} />
      ) : text.length > longestText ? (
        <p className="quiet">The plan is {formatCount(text.length)} characters long: edit it where it lies.</p>
      ) : (
        <PlanEditor text={text} faults={faults} onType={type} onRest={rest} />
      )}
    </section>
  );
}

/** Lines around a change. */
const around = 3;

interface PlanDiffProps {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** The changed lines of a plan with what stands around them, as a pull request shows them. */
function PlanDiff({ file, before, after }: PlanDiffProps) {
  const hunks = useMemo(() => hunksOf(diffLines(before, after)), [before, after]);
  const [isCopied, setCopied] = useState(false);
  if (hunks.length === 0) return <p className="empty-state">The text is as it was loaded.</p>;
  const all = hunks.flatMap(({ lines }) => lines);
  const count = (kind: DiffLine['kind']) => all.filter((line) => line.kind === kind).length;
  const copy = async () => {
    await navigator.clipboard.writeText(patchText(file, hunks));
    setCopied(true);
  };
  return (
    <>
      <p>
        {countOf(count('new'), 'line')} added, {countOf(count('gone'), 'line')} removed.{' '}
        <button type="button" onClick={copy}>
          Copy the patch
        </button>{' '}
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="diff" tabIndex={0} aria-label="Changed lines of the plan">
        {hunks.map((hunk) => (
          <div key={hunk.title}>
            <div className="diff-title">{hunk.title}</div>
            {hunk.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
              <div key={at} className={`diff-line is-${line.kind}`}>
                <span className="diff-sign">{signs[line.kind]}</span>
                {line.kind !== 'same' && (
                  <span className="only-heard">{line.kind === 'new' ? 'added: ' : 'removed: '}</span>
                )}
                {visibleText(line.text, 1000)}
              </div>
            ))}
          </div>
        ))}
      </section>
    </>
  );
}

const signs = { same: ' ', gone: '-', new: '+' } as const;

interface Hunk {
  /** "@@ -3,7 +3,7 @@". */
  readonly title: string;
  readonly lines: readonly DiffLine[];
}

/** Groups changed lines that lie near each other, with the lines around them. */
function hunksOf(lines: readonly DiffLine[]): readonly Hunk[] {
  const isShown = new Array<boolean>(lines.length).fill(false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind !== 'same') isShown.fill(true, Math.max(0, at - around), Math.min(lines.length, at + around + 1));
  }
  const hunks: Hunk[] = [];
  let [before, after] = [0, 0];
  for (let at = 0; at < lines.length; ) {
    if (isShown[at] !== true) {
      before++;
      after++;
      at++;
      continue;
    }
    const hidden = isShown.indexOf(false, at);
    const own = lines.slice(at, hidden === -1 ? lines.length : hidden);
    const size = (not: 'gone' | 'new') => own.filter(({ kind }) => kind !== not).length;
    hunks.push({ title: `@@ -${before + 1},${size('new')} +${after + 1},${size('gone')} @@`, lines: own });
    before += size('new');
    after += size('gone');
    at += own.length;
  }
  return hunks;
}

function patchText(file: string, hunks: readonly Hunk[]): string {
  const lines = hunks.flatMap(({ title, lines: own }) => [
    title,
    ...own.map(({ kind, text }) => `${signs[kind]}${text}`),
  ]);
  return [`--- a/${file}`, `+++ b/${file}`, ...lines, ''].join('\n');
}
