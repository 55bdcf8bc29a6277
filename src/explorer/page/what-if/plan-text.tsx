import { type StructuredPatchHunk, structuredPatch } from 'diff';
import { useCallback, useId, useMemo, useState } from 'react';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { ScrollBox } from '../blocks/table.js';
import { Button } from '../parts/controls.js';
import { useRested } from '../parts/hooks.js';
import { editPlanText } from '../state/edit-plan-text.js';
import { noEdits, textEdits } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { PlanEditor } from './plan-editor.js';

/** A longer plan is not edited here, because every key press reads it again. */
const longestText = 300_000;

/** The plan as text: changes of the controls show in it, and typed changes move the controls. */
export function PlanText() {
  const { data } = useSource();
  const { edits, step } = useEditing();
  const { faults } = useResult();
  // Typed text shows at once; a control changes the text when it rests.
  const rested = useRested(edits, 150);
  const written = useMemo(() => editPlanText(data.planText, rested), [data, rested]);
  const isTyped = edits.text !== undefined && edits.benchmarks.size === 0 && Object.keys(edits).length === 2;
  const text = isTyped ? (edits.text ?? written) : written;
  const [shown, setShown] = useState<'text' | 'diff'>('text');
  const title = useId();
  const type = useCallback(
    (typed: string) => {
      const change = () => (typed === data.planText ? noEdits : textEdits(typed));
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
          <Button key={each} aria-pressed={shown === each} onClick={() => setShown(each)}>
            {each === 'text' ? 'Text' : 'What a pull request would show'}
          </Button>
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

interface PlanDiffProps {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

function PlanDiff({ file, before, after }: PlanDiffProps) {
  const hunks = useMemo(() => hunksOf(before, after), [before, after]);
  const [isCopied, setCopied] = useState(false);
  if (hunks.length === 0) return <p className="empty-state">The text is as it was loaded.</p>;
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string) => countOf(lines.filter((line) => line.startsWith(sign)).length, 'line');
  const copy = async () => {
    const patch = [`--- a/${file}`, `+++ b/${file}`, ...hunks.flatMap((hunk) => [titleOf(hunk), ...hunk.lines]), ''];
    await navigator.clipboard.writeText(patch.join('\n'));
    setCopied(true);
  };
  return (
    <>
      <p>
        {count('+')} added, {count('-')} removed. <Button onClick={copy}>Copy the patch</Button>{' '}
        <span role="status">{isCopied ? 'Copied.' : ''}</span>
      </p>
      <ScrollBox className="diff" label="Changed lines of the plan">
        {hunks.map((hunk) => (
          <div key={titleOf(hunk)}>
            <div className="diff-title">{titleOf(hunk)}</div>
            {hunk.lines.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
              <DiffLine key={at} line={line} />
            ))}
          </div>
        ))}
      </ScrollBox>
    </>
  );
}

const kinds: Readonly<Record<string, readonly [kind: string, heard: string]>> = {
  '+': ['new', 'added: '],
  '-': ['gone', 'removed: '],
};

function DiffLine({ line }: { readonly line: string }) {
  const [kind = 'same', heard] = kinds[line.charAt(0)] ?? [];
  return (
    <div className={`diff-line is-${kind}`}>
      <span className="diff-sign">{line.charAt(0)}</span>
      {heard !== undefined && <span className="only-heard">{heard}</span>}
      {visibleText(line.slice(1), 1000)}
    </div>
  );
}

/** If more lines differ, all count as changed: the search for the fewest would take too long. */
const maxEditLength = 1000;

function hunksOf(before: string, after: string): readonly StructuredPatchHunk[] {
  if (before === after) return [];
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength });
  if (patch !== undefined) return patch.hunks;
  const [old, now] = [before.split('\n'), after.split('\n')];
  const lines = [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  return [{ oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines }];
}

function titleOf({ oldStart, oldLines, newStart, newLines }: StructuredPatchHunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}
