import { memo, useState } from 'react';
import type { CoverageRow, Selection } from '../../../core/model/selection.js';
import { averageOf } from '../../../core/select/selection-statistics.js';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { figures, TableView, words } from '../blocks/table.js';
import { Button, FaultList, Faults, Titled } from '../parts/controls.js';
import { saveFile } from '../parts/hooks.js';
import { TaskLink } from '../parts/task-marks.js';
import { type Moves, nameOf, scoresBefore } from '../state/compare-selections.js';
import { isUnedited } from '../state/edits.js';
import { type Saved, savedFiles } from '../state/study.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { BenchmarkControls, faultsElsewhere } from './benchmark-controls.js';
import { ExclusionList, PlanControls, WeightSliders } from './plan-controls.js';
import { PlanText } from './plan-text.js';

/** The settings of the plan to change, and the effect on the selection. */
export function WhatIfView() {
  const { base } = useEditing();
  return (
    <>
      <h1>What if</h1>
      <p className="lead">
        Move a setting: the selection follows at once, by the same rules as the command line. Nothing is written until
        you save it.
      </p>
      <div className="what-if">
        <div className="controls">
          {base.faults.length > 0 && (
            <p className="is-wrong">
              The text of the plan has faults. The controls show the plan as loaded until it runs.
            </p>
          )}
          <WeightSliders />
          <PlanControls />
          <BenchmarkControls />
          <ExclusionList />
        </div>
        <div className="outcome">
          <ChangedSelection />
          <PlanText />
          <Downloads />
          <CoverageChange />
        </div>
      </div>
    </>
  );
}

function ChangedSelection() {
  const { edits } = useEditing();
  const { faults, selection, moves } = useResult();
  const isOfText = edits.text !== undefined;
  const others = faultsElsewhere(faults, selection.plan).filter(({ place }) => !isOfText || place?.line === undefined);
  const { decimals } = selection.plan.score;
  return (
    <Titled id="moves" title="Against the plan as loaded">
      {faults.length > 0 && (
        <div className="is-wrong">
          <p>
            The changed plan does not run. What is shown is the last selection that did.
            {others.length < faults.length && ' What is wrong is said where it was changed.'}
          </p>
          {others.length > 0 && <FaultList faults={others} />}
        </div>
      )}
      {isUnedited(edits) ? (
        <p className="empty-state">
          Nothing is changed yet. Move a slider or a number to see what comes in and what goes out.
        </p>
      ) : (
        <div className="moves">
          <MoveList title="Came in" sign="+" moves={moves.cameIn} decimals={decimals} />
          <MoveList title="Went out" sign="−" moves={moves.wentOut} decimals={decimals} />
        </div>
      )}
    </Titled>
  );
}

const mostListed = 50;

interface MoveListProps {
  readonly title: string;
  readonly sign: string;
  readonly moves: Moves['cameIn'];
  readonly decimals: number;
}

const MoveList = memo(function MoveList({ title, sign, moves, decimals }: MoveListProps) {
  const score = (value: number | undefined) => value?.toFixed(decimals) ?? '–';
  return (
    <div className={`move-list ${sign === '+' ? 'came-in' : 'went-out'}`}>
      <h3>
        {title} <span className="count">{formatCount(moves.length)}</span>
      </h3>
      {moves.length === 0 && <p className="quiet">None.</p>}
      <ul>
        {moves.slice(0, mostListed).map(({ task, before, after }) => (
          <li key={nameOf(task)}>
            <span aria-hidden="true" className="sign">
              {sign}
            </span>
            <TaskLink task={task} />
            <span className="quiet">
              {visibleText(task.benchmark, 60)} · score {score(before)}
              {before === after ? '' : ` → ${score(after)}`}
            </span>
          </li>
        ))}
      </ul>
      {moves.length > mostListed && <p className="quiet">and {formatCount(moves.length - mostListed)} more.</p>}
    </div>
  );
});

function Downloads() {
  const { save } = useSource();
  const { edits } = useEditing();
  const [failed, setFailed] = useState<Extract<Saved, { readonly faults: unknown }>>();
  const saveAs = async (name: string, type: string) => {
    const saved = await save(edits, name);
    setFailed('faults' in saved ? saved : undefined);
    if ('text' in saved) saveFile(name, type, saved.text);
  };
  return (
    <Titled id="save" title="Save" className="downloads">
      <div className="buttons">
        {savedFiles.map(({ name, type }, at) => (
          <Button key={name} className={at === 0 ? 'main' : undefined} onClick={() => saveAs(name, type)}>
            {name}
          </Button>
        ))}
      </div>
      <p className="quiet">
        Put plan.yaml where the plan lies, so that the paths in it still lead to its sources; then{' '}
        <code>winnow select plan.yaml</code> gives the same files.
      </p>
      <Faults faults={failed?.faults ?? []} words="Not saved: the changed plan does not run." isAlert />
    </Titled>
  );
}

function CoverageChange() {
  const { loaded } = useSource();
  const { selection, moves } = useResult();
  return <CoverageTables before={loaded} after={selection} moves={moves} />;
}

interface CoverageTablesProps {
  readonly before: Selection;
  readonly after: Selection;
  readonly moves: Moves;
}

const CoverageTables = memo(function CoverageTables({ before, after, moves }: CoverageTablesProps) {
  const [was, is] = [before.statistics, after.statistics];
  const tables = [
    ['Phase', was.byPhase, is.byPhase],
    ['Benchmark', was.byBenchmark, is.byBenchmark],
    ['Language', was.byLanguage, is.byLanguage],
  ] as const;
  return (
    <Titled id="coverage-change" title="Coverage before and after">
      <p>
        {formatCount(was.selected)} tasks before, {formatCount(is.selected)} now; {scoreWords(before, after, moves)}.
      </p>
      {tables.map(([name, rowsBefore, rowsAfter]) => (
        <TableView
          key={name}
          title={`Selected tasks by ${name.toLowerCase()}, before and after`}
          columns={[...words(name), ...figures('Before', 'After', 'Change', 'Of')]}
          rows={rowsBefore.map((row) => changeCells(row, rowsAfter))}
        />
      ))}
    </Titled>
  );
});

function changeCells({ name, selected, available }: CoverageRow, rowsAfter: readonly CoverageRow[]) {
  const after = rowsAfter.find((row) => row.name === name)?.selected ?? 0;
  const by = after - selected;
  const change = (
    <strong key="change" className={by > 0 ? 'came-in' : 'went-out'}>
      {by > 0 ? `+${by}` : `−${-by}`}
    </strong>
  );
  const none = (
    <span key="none" className="quiet">
      0
    </span>
  );
  return [
    visibleText(name, 80),
    formatCount(selected),
    formatCount(after),
    by === 0 ? none : change,
    formatCount(available),
  ];
}

/** Both means by the score of the plan as loaded; the mean by a changed score is added, because its scale differs. */
function scoreWords(before: Selection, after: Selection, moves: Moves): string {
  const { decimals } = before.plan.score;
  const own = after.statistics.averageScore.toFixed(after.plan.score.decimals);
  const was = before.statistics.averageScore.toFixed(decimals);
  const scores = scoresBefore(before, after, moves);
  if (scores === undefined) return `mean score ${was} before; ${own} now, by the changed score`;
  const now = averageOf(scores, decimals).toFixed(decimals);
  return `mean score ${was} before, ${now} now${now === own ? '' : ` (${own} by the changed score)`}`;
}
