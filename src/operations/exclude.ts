import * as z from 'zod/mini';
import { type Block, line, quietLine } from '../core/blocks/blocks.js';
import { type ExcludeDocument, excludeSchema } from '../core/contracts/command-documents.js';
import { PoolError } from '../core/model/errors.js';
import { type ExclusionReason, exclusionReasons } from '../core/model/plan.js';
import { selectedBy } from '../core/model/selection.js';
import { taskKey } from '../core/outcomes/match-outcomes.js';
import { findTasks } from '../core/pool/task-names.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount, namesOf, visibleText } from '../core/text/words.js';
import { excludeAuditSchema } from '../core/vetting/audit-pools.js';
import { excludedTasks, replacementsOf } from '../core/vetting/replacements-of.js';
import { excludeFromSchema } from '../core/vetting/vetting-document.js';
import { excludeTasks } from '../disk/change-plan.js';
import { planToUse } from '../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles, planFileNames } from '../disk/load-plan.js';
import { readRegularText } from '../disk/open-regular.js';
import {
  commandOf,
  flagName,
  givenWords,
  type InputOf,
  operation,
  option,
  type Ports,
  rare,
  UsageError,
} from './declare/operation.js';
import { firstOf, section } from './declare/sections.js';
import { type Excluded, proposalOptions, propose, runKinds } from './exclusion-proposals.js';
import { readPlanPools, runPlanOptions, selectFromPools } from './inputs/plan-pools.js';
import { resultOptions } from './inputs/results.js';
import { planLine } from './inputs/used-plan.js';

const input = {
  task: option.of(
    z.optional(z.union([z.string(), z.array(z.string())])),
    'the tasks: ids, aliases, or BENCHMARK/ID if several benchmarks have the id',
    { position: 'rest' },
  ),
  list: rare.text('file', 'a file of more tasks to exclude, one per line', { path: 'read' }),
  plan: option.text('file', 'the plan to change', {
    short: 'p',
    default: 'the plan of the selection in this folder, or plan.yaml',
    path: 'write',
  }),
  reason: option.text('reason', 'the reason, from the list above'),
  evidence: option.text('text', 'evidence for the reason', { short: 'e' }),
  who: rare.text('name', 'who decided it', { short: 'w' }),
  date: rare.text('day', 'the date of the decision, YYYY-MM-DD', { short: 'd', default: 'today' }),
  replacement: rare.text('task', 'the task to select instead', { default: 'the next in its group' }),
  ...proposalOptions,
};

type ExcludeInput = InputOf<typeof input>;

export const exclude = operation({
  name: 'exclude',
  group: 'Build',
  summary: 'Exclude tasks, or propose exclusions',
  description:
    'Adds exclusions to the plan, or to its file of exclusions, and shows the replacements.\n' +
    `Reasons: ${exclusionReasons.join(', ')} (with --evidence).\n\n` +
    'With --from, proposes exclusions based on validity runs: tasks where the reference\n' +
    'solution fails (broken environment), a no-op agent passes (trivial), or the\n' +
    'verdict changes (flaky). With --audit, proposes exclusions of duplicate tasks, and of Harbor and Terminal-Bench tasks\n' +
    'with a readable solution (leaked) or with missing or empty tests (unverifiable). Nothing is written\n' +
    'without --write or -o.',
  input,
  output: { exclude: excludeSchema, 'exclude-from': excludeFromSchema, 'exclude-audit': excludeAuditSchema },
  writes: true,
  run: async (given, ports): Promise<Excluded & { readonly plan: string }> => {
    refuseMisfits(given);
    const { plan } = await planToUse(given.plan, { use: 'answer' });
    if (given.from !== undefined || given.audit === true) return { ...(await propose(plan, given, ports)), plan };
    const tasks = [...[given.task ?? []].flat(), ...(given.list === undefined ? [] : listedTasks(given.list))];
    if (tasks.length === 0) throw new UsageError("missing required argument 'task', --list FILE or --from RESULTS");
    if (given.reason === undefined) throw new UsageError("required option '--reason <reason>' not specified");
    return { ...(await excludeNamed(tasks, reasonOf(given.reason), plan, given, ports)), plan };
  },
  document: ({ document }) => document,
  view: ({ view }) => view,
  next: ({ isWritten, plan }, given) => {
    // Without a name, "select" takes the plan.yaml in this folder.
    const named = given.plan ?? (planFileNames.some((name) => name === plan) ? undefined : plan);
    return isWritten ? commandOf('select', named, ...givenWords(runPlanOptions, given)) : undefined;
  },
  forAgents: true,
  examples: [
    {
      words: 'Exclude a task that leaked',
      command: 'winnow exclude sgt-003 --reason leaked --plan plan.yaml',
    },
    {
      words: 'Exclude the tasks listed in a file',
      command: 'winnow exclude --list flaky.txt --reason flaky --plan plan.yaml',
    },
    {
      words: 'Propose excluding duplicates, leaks and tasks without tests',
      command: 'winnow exclude --audit --plan plan.yaml',
    },
    {
      words: 'Propose exclusions based on validity runs',
      command: 'winnow exclude --from oracle.csv --plan plan.yaml',
    },
  ],
});

function reasonOf(reason: string): ExclusionReason {
  const known = exclusionReasons.find((each) => each === reason);
  if (known !== undefined) return known;
  const list = exclusionReasons.join(', ');
  throw new UsageError(
    `unknown reason "${visibleText(reason, 60)}".${didYouMean(reason, exclusionReasons)} Known: ${list}`,
  );
}

const onlyAlone = ['list', 'reason', 'evidence', 'replacement'];
const onlyFrom = [...Object.keys(runKinds), 'tolerate', ...Object.keys(resultOptions)];

/** Rejects options that would have no effect. */
function refuseMisfits(given: ExcludeInput): void {
  const isFrom = given.from !== undefined;
  const isAudit = given.audit === true;
  const isProposal = isFrom || isAudit;
  const values = new Map<string, unknown>(Object.entries(given));
  const isGiven = (key: string) => values.get(key) !== undefined;
  if (isFrom && isAudit) throw new UsageError('give --from RESULTS or --audit, not both');
  if (isProposal && given.task !== undefined)
    throw new UsageError(`give a task or ${isFrom ? '--from RESULTS' : '--audit'}, not both`);
  const alone = isProposal ? onlyAlone.find(isGiven) : undefined;
  if (alone !== undefined)
    throw new UsageError(`--${flagName(alone)} cannot be used with ${isFrom ? '--from' : '--audit'}`);
  const fromOnly = isFrom ? undefined : onlyFrom.find(isGiven);
  if (fromOnly !== undefined) throw new UsageError(`--${flagName(fromOnly)} needs --from`);
  const proposalOnly = isProposal ? undefined : ['write', 'out'].find(isGiven);
  if (proposalOnly !== undefined) throw new UsageError(`--${proposalOnly} needs --from or --audit`);
  if (!isAudit && given.checks !== undefined) throw new UsageError('--checks needs --audit');
  if (given.write === true && given.out !== undefined) throw new UsageError('give --write or --out, not both');
}

const mostListBytes = 10_000_000;

/** The tasks of a list, one per line; empty lines and lines that start with # are skipped. */
function listedTasks(file: string): readonly string[] {
  const lines = readRegularText(file, { largestBytes: mostListBytes, followLinks: true })
    .split(/\r?\n/)
    .map((each) => each.trim());
  const tasks = lines.filter((each) => each !== '' && !each.startsWith('#'));
  if (tasks.length > 0) return tasks;
  const message = 'the list is empty.';
  throw new PoolError([{ code: 'task/empty-list', message, place: { file }, hint: 'Write one task per line.' }]);
}

async function excludeNamed(
  names: readonly string[],
  reason: ExclusionReason,
  planFile: string,
  given: ExcludeInput,
  ports: Ports,
): Promise<Excluded> {
  const options = { allowShortfall: given.allowShortfall === true };
  const loaded = await loadPlanFiles(planFile);
  const { plan } = loaded;
  const pools = await readPlanPools(plan, given, ports);
  const before = await selectFromPools(plan, pools, options, ports);
  const all = findTasks(before, names);
  const excluded = excludedTasks(before);
  const already = all.filter((task) => excluded.has(taskKey(task)));
  const tasks = all.filter((task) => !excluded.has(taskKey(task)));
  const [first] = tasks;
  // A list may be passed again after adding tasks, but a call that changes nothing is a mistake.
  if (first === undefined) {
    const hint = 'To change the reason, edit the exclusion in the plan.';
    const told = (task: (typeof all)[number]) => `"${task.id}" is already excluded (${excluded.get(taskKey(task))}).`;
    throw new PoolError(already.map((task) => ({ code: 'task/excluded', message: told(task), hint })));
  }
  const { evidence, who, replacement, date = ports.today() } = given;
  if (replacement !== undefined && tasks.length > 1)
    throw new UsageError('--replacement works only when you exclude one task');
  const added = tasks.map(({ benchmark, id }) => ({ benchmark, id, reason, evidence, date, who, replacement }));
  const changed = excludeTasks(plan, added);
  const after = await selectFromPools(changed.plan, pools, options, ports);
  assertUnchanged(loaded);
  const written = given.dryRun !== true;
  if (written) changed.write(() => assertUnchanged(loaded));
  const { comesIn, goesOut } = replacementsOf(before, after);
  const was = new Set(before.choices.map(({ task }) => taskKey(task)));
  const marked = tasks.map((task) => ({ task: taskKey(task), was_selected: was.has(taskKey(task)) }));
  const document = {
    excluded: taskKey(first),
    reason,
    file: changed.file,
    written,
    was_selected: was.has(taskKey(first)),
    tasks: marked,
    already_excluded: already.map(taskKey),
    in: comesIn,
    out: goesOut,
  } satisfies ExcludeDocument;
  const touched = new Set(tasks.map(({ benchmark }) => benchmark));
  // The plan would be refused if it pinned an excluded task by id.
  const keys = new Set(tasks.map(taskKey));
  const pinned = before.choices.filter((each) => selectedBy(each) === 'pin' && keys.has(taskKey(each.task)));
  const isDrawn = plan.benchmarks.some(({ name, select }) => touched.has(name) && select.draw !== undefined);
  const selected = marked.filter((each) => each.was_selected).length;
  const skipped = already.length;
  const view = section(
    line(headline(document, tasks.length, selected)),
    pinned.length > 0 &&
      `Exclusions override the condition that pins ${namesOf(pinned.map(({ task }) => visibleText(task.id)))}.`,
    skipped > 0 && `${countOf(skipped, 'task')} ${skipped === 1 ? 'was' : 'were'} already excluded.`,
    document.out.length > Math.max(1, selected) &&
      line([{ text: movedWords(document, selected, isDrawn), tone: 'warning' }], { isProse: true }),
    listed('in ', document.in),
    listed('out', document.out),
    planLine({ plan: planFile, isEmbedded: false, name: plan.name }),
    quietLine(written ? `Wrote ${visibleText(changed.file)}` : 'Nothing was written (--dry-run).'),
  );
  return { document, view: [view], isWritten: written };
}

function headline({ excluded, reason, was_selected: wasIn }: ExcludeDocument, count: number, selected: number) {
  return count === 1
    ? [{ strong: visibleText(excluded) }, ` is excluded (${reason}); it was ${wasIn ? '' : 'not '}selected.`]
    : [
        { strong: countOf(count, 'task') },
        ` are excluded (${reason}); ${formatCount(selected)} of them ${selected === 1 ? 'was' : 'were'} selected.`,
      ];
}

const mostListed = 10;

function listed(word: string, ids: readonly string[]): Block[] {
  const shown = firstOf(
    ids.map((id) => visibleText(id)),
    mostListed,
    (left) => `and ${countOf(left, 'more task')} (--json lists all)`,
  );
  return shown.map((words) => line(`${word}  ${words}`, { level: 1 }));
}

/** The effect of an exclusion that also changes other tasks: runs of the removed tasks no longer count. */
function movedWords(document: ExcludeDocument, selected: number, isDrawn: boolean): string {
  const [coming, going] = [document.in.length, document.out.length];
  // The excluded tasks are removed themselves, and as many tasks replace them.
  const others = Math.max(0, going - selected);
  if (!isDrawn) return `Other changes: ${countOf(coming, 'task')} added, ${countOf(others, 'other task')} removed.`;
  const moved = `${countOf(coming, 'task')} added, ${countOf(going, 'task')} removed`;
  return (
    `This redraws the sample: ${moved}. Runs of the removed tasks no longer count. With "prefer: [random]" ` +
    'instead of "draw", an exclusion adds one task and leaves the others as they are.'
  );
}
