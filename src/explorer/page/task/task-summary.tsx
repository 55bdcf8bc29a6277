import { fieldValue, type ScoredTask } from '../../../core/model/task.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { useSource } from '../state/study-context.js';
import { repositoryLink } from './repository-link.js';

/** Fields in which plans keep the text of a task, in the order in which they are looked for. */
const statementFields = ['problem_statement', 'statement', 'instruction', 'instructions', 'prompt', 'description'];

/** A longer statement is cut; what follows is counted. */
const longestStatement = 4000;

/** Where the task comes from and how large its patch is, as far as the pool tells. */
export function TaskSummary({ task }: { readonly task: ScoredTask }) {
  const repo = fieldValue(task, 'repo');
  const link = repositoryLink(repo);
  const patch = patchWords(task);
  if (repo === undefined && patch === undefined) return null;
  return (
    <p className="task-summary">
      {repo !== undefined && (
        <>
          Repository{' '}
          {link === undefined ? (
            <strong>{visibleText(String(repo), 120)}</strong>
          ) : (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {visibleText(String(repo), 120)}
            </a>
          )}
          .{' '}
        </>
      )}
      {patch}
    </p>
  );
}

/** "Patch: 3 files, 120 lines added, 14 deleted."; undefined where nothing is known of it. */
function patchWords(task: ScoredTask): string | undefined {
  const numberOf = (field: string) => {
    const value = fieldValue(task, field);
    return typeof value === 'number' ? value : undefined;
  };
  const [files, added, deleted, lines] = ['files_changed', 'additions', 'deletions', 'lines_changed'].map(numberOf);
  const parts = [
    ...(files === undefined ? [] : [countOf(files, 'file')]),
    ...(added === undefined && deleted === undefined
      ? lines === undefined
        ? []
        : [`${countOf(lines, 'line')} changed`]
      : [`${countOf(added ?? 0, 'line')} added, ${formatCount(deleted ?? 0)} deleted`]),
  ];
  return parts.length === 0 ? undefined : `Patch: ${parts.join(', ')}.`;
}

/** What the task says, where its source or a field of the plan has it. */
export function TaskStatement({ task }: { readonly task: ScoredTask }) {
  const { data } = useSource();
  const [, pool] = data.pools.find(([benchmark]) => benchmark === task.benchmark) ?? [];
  const given = pool?.tasks.find(({ id }) => id === task.id)?.statement;
  const inFields = statementFields.map((field) => fieldValue(task, field)).find((value) => typeof value === 'string');
  const text = given ?? inFields;
  if (typeof text !== 'string' || text.trim() === '') return null;
  const shown = text.slice(0, longestStatement).replaceAll('\t', '  ').split(/\r?\n/);
  const left = text.length - longestStatement;
  return (
    <section aria-labelledby="statement">
      <h2 id="statement">Statement</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="statement" tabIndex={0} aria-label="Text of the task">
        {shown.map((line) => visibleText(line, longestStatement)).join('\n')}
      </section>
      {left > 0 && <p className="quiet">and {formatCount(left)} characters more.</p>}
    </section>
  );
}
