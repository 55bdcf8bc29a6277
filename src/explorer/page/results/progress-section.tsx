import type { ConfigurationProgress, RunProgress } from '../../../core/progress/run-progress.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable } from '../parts/data-table.js';
import { percent } from '../parts/figures.js';
import { Notes } from '../parts/notes.js';

/** How many of the selected tasks are done, system by system. */
export function ProgressSection({ progress, isLive }: { readonly progress: RunProgress; readonly isLive: boolean }) {
  const { selected, configurations, warnings } = progress;
  const done = configurations.reduce((sum, { counts }) => sum + counts.done, 0);
  const all = selected * configurations.length;
  return (
    <section aria-labelledby="progress">
      <h2 id="progress">Progress</h2>
      <p role={isLive ? 'status' : undefined}>
        <strong>{percent(all === 0 ? 0 : done / all)}</strong> done: {formatCount(done)} of {countOf(all, 'task')} (
        {countOf(configurations.length, 'system')} × {countOf(selected, 'selected task')}).
      </p>
      <DataTable
        caption="How many of the selected tasks have results, by system"
        columns={[
          { name: 'System' },
          { name: 'Done' },
          { name: 'Tasks done', number: true },
          { name: 'Errored', number: true },
          { name: 'Missing', number: true },
          { name: 'Runs left', number: true },
        ]}
        rows={configurations.map((each) => ({
          key: each.name,
          cells: [
            visibleText(each.name, 80),
            <DoneBar key="bar" counts={each.counts} selected={selected} />,
            `${formatCount(each.counts.done)} of ${formatCount(selected)}`,
            formatCount(each.counts.errored),
            formatCount(each.counts.missing),
            formatCount(each.runsLeft),
          ],
        }))}
      />
      <Notes notes={warnings.map(({ message }) => message)} />
    </section>
  );
}

interface DoneBarProps {
  readonly counts: ConfigurationProgress['counts'];
  readonly selected: number;
}

function DoneBar({ counts: { done, errored, short }, selected }: DoneBarProps) {
  const share = (count: number) => percent(selected === 0 ? 0 : count / selected);
  return (
    <span className="done-bar" role="img" aria-label={`${share(done)} done`}>
      <span className="is-done" style={{ width: share(done) }} />
      <span className="is-short" style={{ width: share(short) }} />
      <span className="is-errored" style={{ width: share(errored) }} />
    </span>
  );
}
