import * as z from 'zod/mini';
import {
  type Block,
  figureColumn,
  line,
  quietLine,
  type Section,
  tableOf,
  warningSection,
  wordColumn,
} from '../core/blocks/blocks.js';
import { type ExcludeDocument, excludeSchema } from '../core/contracts/command-documents.js';
import { PoolError, ShortfallError, type Warning, WinnowError } from '../core/model/errors.js';
import { type ExclusionReason, exclusionReasons, type Plan } from '../core/model/plan.js';
import type { Selection } from '../core/model/selection.js';
import type { ScoredTask } from '../core/model/task.js';
import { taskKey } from '../core/outcomes/match-outcomes.js';
import { namedTask } from '../core/outcomes/task-index.js';
import { type RunOptions, runPlan } from '../core/pipeline.js';
import { addToExclusions, type NewExclusion } from '../core/plan/edit-plan.js';
import { findTasks } from '../core/pool/find-task.js';
import { auditPools, findingNames } from '../core/quality/propose-exclusions.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount, joinWords, namesOf, percent, visibleText } from '../core/text/words.js';
import { auditDocument, type ExcludeAuditDocument, excludeAuditSchema } from '../core/vetting/audit-document.js';
import { replacementsOf } from '../core/vetting/replacements-of.js';
import { validityRuns } from '../core/vetting/validity-runs.js';
import { newcomerWarnings, vetTasks } from '../core/vetting/vet-tasks.js';
import { type ExcludeFromDocument, excludeFromSchema, vettingDocument } from '../core/vetting/vetting-document.js';
import { type ExcludingPlan, excludeTasks } from '../disk/change-plan.js';
import { planToUse } from '../disk/find-plan.js';
import { assertUnchanged, loadPlanFiles } from '../disk/load-plan.js';
import { readRegularText } from '../disk/open-regular.js';
import { planInputs, refuseInputs, refuseOtherKind } from '../disk/protect-files.js';
import { writeFile } from '../disk/write-together.js';
import {
  commandOf,
  flagName,
  flagOption,
  type InputOf,
  listOption,
  numberOption,
  operation,
  option,
  type Ports,
  textOption,
  textsOption,
  UsageError,
} from './declare/operation.js';
import { readPlanPools, runPlanOptions, selectFromPools, withOptimiser } from './inputs/plan-pools.js';
import { readResults, resultOptions, resultPaths } from './inputs/results.js';
import { planLine } from './inputs/used-plan.js';

/** An option for each kind of validity run, which names systems. */
const runKinds = Object.fromEntries(
  validityRuns.map(({ name, help }) => [
    optionKey(name),
    textsOption('system', `with --from: ${help}`, { notForAgents: true }),
  ]),
);

const input = {
  task: option(
    z.optional(z.union([z.string(), z.array(z.string())])),
    'the tasks, by id or alias; BENCHMARK/ID if several benchmarks have it',
    { position: 'rest' },
  ),
  list: textOption('file', 'a file with more tasks to exclude, one per line', { path: 'read', notForAgents: true }),
  plan: textOption('file', 'the plan to change', {
    short: 'p',
    default: 'the plan of the selection here, or plan.yaml',
    path: 'write',
  }),
  reason: textOption('reason', 'the reason, from the list above'),
  evidence: textOption('text', 'evidence for the reason', { short: 'e' }),
  who: textOption('name', 'who made the decision', { short: 'w', notForAgents: true }),
  date: textOption('day', 'the date of the decision, YYYY-MM-DD', { short: 'd', default: 'today', notForAgents: true }),
  replacement: textOption('task', 'the task to select instead', {
    default: 'the next in its group',
    notForAgents: true,
  }),
  from: option(
    z.optional(z.array(z.string())),
    'propose exclusions from these results: files or folders, in any known format',
    {
      value: 'results...',
      fromText: resultFiles,
      path: 'read',
    },
  ),
  audit: flagOption('propose exclusions from duplicate texts and a static check of task files', {
    notForAgents: true,
  }),
  checks: listOption('names', `with --audit: propose exclusions only for these findings: ${findingNames.join(', ')}`, {
    default: 'those with a reason to exclude',
    notForAgents: true,
  }),
  ...runKinds,
  ...resultOptions,
  tolerate: numberOption('share', 'the share of runs of a sound task that may fail by accident', {
    default: '0.01',
    notForAgents: true,
  }),
  write: flagOption('with --from or --audit: write the proposed exclusions into the plan'),
  out: textOption('file', 'with --from or --audit: write them to a file of exclusions, for review', {
    short: 'o',
    path: 'write',
    notForAgents: true,
  }),
  ...runPlanOptions,
  dryRun: flagOption('change nothing', { short: 'n', notForAgents: true }),
};

type ExcludeInput = InputOf<typeof input>;

type Excluded =
  | { readonly one: ExcludeDocument; readonly plan: Plan; readonly planFile: string; readonly isDrawn: boolean }
  | { readonly proposed: ExcludeFromDocument }
  | { readonly audited: ExcludeAuditDocument };

export const exclude = operation({
  name: 'exclude',
  group: 'Build',
  summary: 'Exclude tasks with a reason, or propose exclusions',
  description:
    'Adds exclusions to the plan, or to the file of exclusions that the plan names, and shows the replacements.\n' +
    `Reasons: ${exclusionReasons.join(', ')} (with --evidence).\n\n` +
    'With --from, proposes exclusions from validity runs: tasks on which the reference\n' +
    'solution fails (broken environment), a no-op agent passes (trivial), or the\n' +
    'verdict changes (flaky). With --audit, proposes them from duplicate texts and a static check of the files of Harbor and\n' +
    'Terminal-Bench tasks: a readable solution (leaked), missing or empty tests (unverifiable). Nothing is written\n' +
    'without --write or -o.',
  input,
  output: { exclude: excludeSchema, 'exclude-from': excludeFromSchema, 'exclude-audit': excludeAuditSchema },
  writes: true,
  run: async (given, ports): Promise<Excluded> => {
    refuseMisfits(given);
    const { plan } = await planToUse(given.plan, { use: 'answer' });
    if (given.from !== undefined) return proposeFrom(given.from, plan, given, ports);
    if (given.audit === true) return proposeFromAudit(plan, given, ports);
    const tasks = [...[given.task ?? []].flat(), ...(given.list === undefined ? [] : listedTasks(given.list))];
    if (tasks.length === 0) throw new UsageError("missing required argument 'task', --list FILE or --from RESULTS");
    if (given.reason === undefined) throw new UsageError("required option '--reason <reason>' not specified");
    return excludeNamed(tasks, reasonOf(given.reason), plan, given, ports);
  },
  document: (result) => ('one' in result ? result.one : 'audited' in result ? result.audited : result.proposed),
  view: (result) =>
    'one' in result
      ? excludedView(result)
      : 'audited' in result
        ? auditedView(result.audited)
        : proposedView(result.proposed),
  next: (result, { dryRun, write, out, plan }) => {
    const isWritten = dryRun !== true && ('one' in result || write === true || out !== undefined);
    return isWritten ? commandOf('select', ...(plan === undefined ? [] : [plan])) : undefined;
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
      words: 'Propose exclusions of duplicates, leaks and tasks without tests',
      command: 'winnow exclude --audit --plan plan.yaml',
    },
    { words: 'Propose exclusions from validity runs', command: 'winnow exclude --from oracle.csv --plan plan.yaml' },
  ],
});

/** `no-op` is `noOp` among the options. */
function optionKey(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function reasonOf(reason: string): ExclusionReason {
  const known = exclusionReasons.find((each) => each === reason);
  if (known !== undefined) return known;
  const list = exclusionReasons.join(', ');
  throw new UsageError(
    `unknown reason "${visibleText(reason, 60)}".${didYouMean(reason, exclusionReasons)} Known: ${list}`,
  );
}

/** What follows --from; an option there was meant as one. */
function resultFiles(path: string, before: readonly string[] = []): readonly string[] {
  if (path.startsWith('-')) throw new Error('Expected files or folders of results.');
  return [...before, path];
}

const onlyAlone = ['list', 'reason', 'evidence', 'replacement'];
const onlyFrom = [...Object.keys(runKinds), 'tolerate', ...Object.keys(resultOptions)];

/** An option that would have no effect was meant to have one. */
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
  const message = 'the list names no task.';
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
  const excluded = new Map<string, { readonly reason: string }>(
    before.benchmarks.flatMap(({ plan: { name }, exclusions }) =>
      exclusions.map((each) => [`${name}/${each.taskId}`, each] as const),
    ),
  );
  const keyOf = (task: ScoredTask) => `${task.benchmark}/${task.id}`;
  const already = all.filter((task) => excluded.has(keyOf(task)));
  const tasks = all.filter((task) => !excluded.has(keyOf(task)));
  const [first] = tasks;
  // A list may be given again with more tasks; one that changes nothing is a mistake.
  if (first === undefined) {
    const hint = 'To change the reason, edit the exclusion.';
    throw new PoolError(
      already.map((task) => ({
        code: 'task/excluded',
        message: `"${task.id}" is excluded already (${excluded.get(keyOf(task))?.reason}).`,
        hint,
      })),
    );
  }
  const { evidence, who, replacement, date = ports.today() } = given;
  if (replacement !== undefined && tasks.length > 1)
    throw new UsageError('--replacement names one task, and several are excluded');
  const changed = excludeTasks(
    plan,
    tasks.map(({ benchmark, id }) => ({ benchmark, id, reason, evidence, date, who, replacement })),
  );
  const after = await selectFromPools(changed.plan, pools, options, ports);
  assertUnchanged(loaded);
  const written = given.dryRun !== true;
  if (written) changed.write(() => assertUnchanged(loaded));
  const ids = ({ choices }: Selection) =>
    new Set(choices.map((choice) => `${choice.task.benchmark}/${choice.task.id}`));
  const [was, is] = [ids(before), ids(after)];
  const one = {
    excluded: keyOf(first),
    reason,
    file: changed.file,
    written,
    was_selected: was.has(keyOf(first)),
    tasks: tasks.map((task) => ({ task: keyOf(task), was_selected: was.has(keyOf(task)) })),
    already_excluded: already.map(keyOf),
    in: [...is].filter((id) => !was.has(id)),
    out: [...was].filter((id) => !is.has(id)),
  };
  const touched = new Set(tasks.map(({ benchmark }) => benchmark));
  const isDrawn = plan.benchmarks.some(({ name, select }) => touched.has(name) && select.draw !== undefined);
  return { one, plan, planFile, isDrawn };
}

function excludedView({ one, plan, planFile, isDrawn }: Extract<Excluded, { one: unknown }>): readonly Section[] {
  const [reason, moved] = [visibleText(one.reason), movedWords(one, isDrawn)];
  const { tasks = [], already_excluded: already = [] } = one;
  const count = tasks.length;
  const selected = selectedOf(one);
  const headline =
    count === 1
      ? line([
          { strong: visibleText(one.excluded) },
          ` is excluded (${reason}); it was ${one.was_selected ? '' : 'not '}selected.`,
        ])
      : line([
          { strong: countOf(count, 'task') },
          ` are excluded (${reason}); ${formatCount(selected)} of them ${selected === 1 ? 'was' : 'were'} selected.`,
        ]);
  const skipped = already.length;
  return [
    {
      blocks: [
        headline,
        ...(skipped === 0
          ? []
          : [line(`${countOf(skipped, 'task')} ${skipped === 1 ? 'was' : 'were'} excluded already.`)]),
        ...(one.out.length > Math.max(1, selected)
          ? [line([{ text: moved, tone: 'warning' }], { isProse: true })]
          : []),
        ...listed('in ', one.in),
        ...listed('out', one.out),
        planLine({ plan: planFile, isEmbedded: false, name: plan.name }),
        quietLine(one.written ? `Wrote ${visibleText(one.file)}` : 'Nothing was written (--dry-run).'),
      ],
    },
  ];
}

const mostListed = 10;

function listed(word: string, ids: readonly string[]): Block[] {
  const shown = ids.slice(0, mostListed).map((id) => `${word}  ${visibleText(id)}`);
  const left = ids.length - shown.length;
  const more = left > 0 ? [`${word}  and ${countOf(left, 'more task')} (--json lists all)`] : [];
  return [...shown, ...more].map((words) => line(words, { level: 1 }));
}

/** How many of the excluded tasks were selected. */
function selectedOf({ tasks = [] }: ExcludeDocument): number {
  return tasks.filter(({ was_selected: wasIn }) => wasIn).length;
}

/** The effect of an exclusion that also moves other tasks: runs of the tasks that go out no longer count. */
function movedWords(one: ExcludeDocument, isDrawn: boolean): string {
  const [coming, going] = [one.in.length, one.out.length];
  // The excluded tasks go out themselves, and as many come in for them.
  const others = Math.max(0, going - selectedOf(one));
  if (!isDrawn) return `Other tasks change too: ${countOf(coming, 'task')} in, ${countOf(others, 'other task')} out.`;
  const moved = `${countOf(coming, 'task')} in, ${countOf(going, 'task')} out`;
  return (
    `This redraws the sample: ${moved}. Runs of the removed tasks no longer count. With "prefer: [random]" ` +
    'instead of "draw", an exclusion adds one task and moves no other.'
  );
}

/** Proposes exclusions from runs of reference solutions and no-op agents. */
async function proposeFrom(
  from: readonly string[],
  planFile: string,
  given: ExcludeInput,
  ports: Ports,
): Promise<Excluded> {
  const isDry = given.dryRun === true;
  const write = !isDry && given.write === true;
  const out = isDry ? undefined : given.out;
  const options: RunOptions = { allowShortfall: given.allowShortfall === true };
  const paths = resultPaths(from, given) ?? from;
  const loaded = await loadPlanFiles(planFile);
  const pools = await readPlanPools(loaded.plan, given, ports);
  const before = await selectFromPools(loaded.plan, pools, options, ports);
  const tasks = before.benchmarks.flatMap(({ plan, tasks: own }) =>
    own.map((task) => ({ ...namedTask(task), benchmark: plan.name })),
  );
  const results = await readResults(paths, given, { settings: loaded.plan.results, tasks, keepsRetries: true }, ports);
  const values = new Map<string, unknown>(Object.entries(given));
  const named = new Map(
    validityRuns.flatMap(({ name }) => {
      const configurations = values.get(optionKey(name));
      return Array.isArray(configurations) ? [[name, configurations.map(String)] as const] : [];
    }),
  );
  const vetting = vetTasks(before, results, { named, tolerated: given.tolerate });
  // A list for review is not decided yet; the day is the reviewer's to give.
  const date = given.date ?? (write ? ports.today() : undefined);
  const added = vetting.proposals.map(
    ({ benchmark, id, reason, evidence }): NewExclusion => ({
      benchmark,
      id,
      reason,
      evidence,
      date,
      who: given.who,
      replacement: undefined,
    }),
  );
  const changed = added.length === 0 ? undefined : excludeTasks(loaded.plan, added);
  const { optimiser } = await withOptimiser(loaded.plan, options);
  const runAgain = (plan: Plan, more: RunOptions) => runPlan(plan, pools, { ...more, optimiser });
  const { after, warnings } = tried(changed, before, runAgain, { write, options });
  const replacements = after === undefined ? undefined : replacementsOf(before, after);
  assertUnchanged(loaded);
  if (write) changed?.write(() => assertUnchanged(loaded));
  if (out !== undefined) writeList(out, added, [...planInputs(loaded.plan), ...paths]);
  const proposed = vettingDocument(vetting, before, {
    replacements,
    file: write ? changed?.file : out,
    warnings: [...warnings, ...newcomerWarnings(vetting, replacements?.comesIn ?? [])],
  });
  return { proposed };
}

/** Proposes exclusions from the texts and files of tasks. */
async function proposeFromAudit(planFile: string, given: ExcludeInput, ports: Ports): Promise<Excluded> {
  const isDry = given.dryRun === true;
  const write = !isDry && given.write === true;
  const out = isDry ? undefined : given.out;
  const options: RunOptions = { allowShortfall: given.allowShortfall === true };
  const unknown = given.checks?.find((name) => !findingNames.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `unknown check "${visibleText(unknown, 60)}".${didYouMean(unknown, findingNames)} Known: ${findingNames.join(', ')}`,
    );
  const loaded = await loadPlanFiles(planFile);
  const pools = await readPlanPools(loaded.plan, given, ports, undefined, { audit: true });
  const before = await selectFromPools(loaded.plan, pools, options, ports);
  const audit = auditPools(before, pools, given.checks === undefined ? undefined : new Set(given.checks));
  const date = given.date ?? (write ? ports.today() : undefined);
  const added = audit.proposals.map(
    (each): NewExclusion => ({ ...each, date, who: given.who, replacement: undefined }),
  );
  const changed = added.length === 0 ? undefined : excludeTasks(loaded.plan, added);
  const { optimiser } = await withOptimiser(loaded.plan, options);
  const runAgain = (plan: Plan, more: RunOptions) => runPlan(plan, pools, { ...more, optimiser });
  const { after, warnings } = tried(changed, before, runAgain, { write, options });
  assertUnchanged(loaded);
  if (write) changed?.write(() => assertUnchanged(loaded));
  if (out !== undefined) writeList(out, added, planInputs(loaded.plan));
  const replacements = after === undefined ? undefined : replacementsOf(before, after);
  const effect = { replacements, file: write ? changed?.file : out, warnings };
  return { audited: auditDocument(audit, before, effect, taskKey) };
}

/** The selection with the exclusions. Errors become warnings if the plan is not going to be written. */
function tried(
  changed: ExcludingPlan | undefined,
  before: Selection,
  run: (plan: Selection['plan'], options: RunOptions) => Selection,
  { write, options }: { readonly write: boolean; readonly options: RunOptions },
): { readonly after: Selection | undefined; readonly warnings: readonly Warning[] } {
  if (changed === undefined) return { after: before, warnings: [] };
  try {
    return { after: run(changed.plan, options), warnings: [] };
  } catch (error) {
    if (write || !(error instanceof WinnowError)) throw error;
    const after = error instanceof ShortfallError ? run(changed.plan, { allowShortfall: true }) : undefined;
    const warnings = error.faults.map(({ code, message }) => ({
      code,
      message: `with these exclusions the plan does not run: ${message}`,
    }));
    return { after, warnings };
  }
}

const heading =
  '# Proposed by "winnow exclude". Review each entry, then name this file under "exclusions" in the plan.\n';

function writeList(file: string, added: readonly NewExclusion[], inputs: readonly string[]): void {
  const text = addToExclusions(heading, added);
  writeFile(file, text, () => {
    refuseInputs([file], inputs);
    // What was reviewed may have been edited.
    refuseOtherKind([file], { name: 'the list that would be written', isText: (there) => there === text });
  });
}

/** Exclusions proposed from texts and files, and what else was found. */
function auditedView(document: ExcludeAuditDocument): readonly Section[] {
  const { tasks, audited, statements, findings, proposals, already_excluded: excluded, warnings } = document;
  const others = findings.filter(({ task_id: id, benchmark }) => {
    return ![...proposals, ...excluded].some((each) => each.task_id === id && each.benchmark === benchmark);
  });
  const titled = (title: string, count: number) => `${title} (${formatCount(count)})`;
  return [
    {
      blocks: [
        line([
          { strong: countOf(tasks, 'task') },
          `: ${countOf(statements.compared, 'text')} compared, ${countOf(audited, 'task folder')} checked`,
        ]),
      ],
    },
    ...entries(titled('Proposed exclusions', proposals.length), proposals.slice(0, mostEntries), (each) => {
      const replacement = each.replaced_by === null ? '' : `, replacement ${visibleText(each.replaced_by)}`;
      return `${nameOf(each)}: ${each.reason}; ${each.selected ? 'selected' : 'not selected'}${replacement}`;
    }),
    ...entries(
      titled('Worth a look, but not proposed', others.length),
      others.slice(0, mostEntries),
      (each) => `${nameOf(each)}: ${each.check}`,
    ),
    ...entries(
      titled('Already excluded', excluded.length),
      excluded.slice(0, mostEntries),
      (each) => `${nameOf(each)}: ${each.reason}`,
    ),
    ...warningSection(warnings, 600),
    {
      blocks: [
        quietLine(
          `Near-duplicates share ${Math.round(100 * statements.similarity)}% or more of their three-word sequences. ${countOf(statements.translations, 'task')} with the text of a task in another language ${statements.translations === 1 ? 'is' : 'are'} not proposed.`,
        ),
        quietLine(outcomeWords(document)),
      ],
    },
  ];
}

const mostEntries = 50;

/** The proposed exclusions for review: their evidence, their effect, and open questions. */
function proposedView(document: ExcludeFromDocument): readonly Section[] {
  const { proposals, undecided, already_excluded: excluded, warnings } = document;
  return [
    runsTable(document),
    ...entries(`Proposed exclusions (${formatCount(proposals.length)})`, proposals, (each) => {
      const replacement = each.replaced_by === null ? '' : `, replacement ${visibleText(each.replaced_by)}`;
      return `${nameOf(each)}: ${each.reason}; ${each.selected ? 'selected' : 'not selected'}${replacement}`;
    }),
    ...entries(`Mixed verdicts, not proposed (${formatCount(undecided.length)})`, undecided, nameOf),
    ...entries(
      `Already excluded (${formatCount(excluded.length)})`,
      excluded,
      (each) => `${nameOf(each)}: ${each.excluded_for} in the plan; the runs show ${each.reason}`,
    ),
    ...warningSection(warnings, 600),
    { blocks: [quietLine(testWords(document))] },
    { blocks: [quietLine(outcomeWords(document))] },
  ];
}

function entries<Entry extends { readonly evidence: string }>(
  title: string,
  list: readonly Entry[],
  words: (entry: Entry) => string,
): Section[] {
  if (list.length === 0) return [];
  const blocks = list.flatMap((each) => [line(words(each)), line(visibleText(each.evidence, 1000), { level: 1 })]);
  return [{ title, blocks }];
}

function runsTable({ runs, tasks, other_configurations: others }: ExcludeFromDocument): Section {
  const rows = runs.map((each) => [
    `${each.kind} (${joinWords(each.configurations.map((name) => visibleText(name, 60)))}, by ${each.known_by})`,
    ...[each.tasks, each.passed, each.failed, each.errored, each.not_run, each.one_run].map(formatCount),
  ]);
  const figures = ['tasks', 'passed', 'failed', 'errored', 'not run', 'tasks with one run'];
  const results = others.reduce((sum, each) => sum + each.results, 0);
  const names = namesOf(others.map(({ name }) => visibleText(name, 60)));
  const title = `Validity runs on a pool of ${countOf(tasks, 'task')}`;
  return {
    title,
    blocks: [
      tableOf(title, [wordColumn('run'), ...figures.map((name) => figureColumn(name))], rows),
      ...(others.length === 0
        ? []
        : [
            line(
              `Not used: ${countOf(results, 'result')} of ${names}. An agent’s repeats may disagree on a sound task.`,
            ),
          ]),
    ],
  };
}

function nameOf({ benchmark, task_id: id }: { readonly benchmark: string; readonly task_id: string }): string {
  return visibleText(`${benchmark}/${id}`);
}

function testWords({ runs, test: { tolerated, level, tests } }: ExcludeFromDocument): string {
  const expected = validityRuns
    .filter(({ name }) => runs.some(({ kind }) => kind === name))
    .map((run) => `${run.words} ${run.expected}`);
  const rule = `On a sound task ${joinWords(expected)}.`;
  if (tests === 0) return `${rule} No task has two scored runs of the same kind, so flakiness cannot be detected.`;
  return `${rule} Flaky: more contrary runs than an accident rate of ${percent(tolerated)} explains (exact binomial, ${countOf(tests, 'test')}, Holm-adjusted, level ${percent(level)}).`;
}

function outcomeWords({
  proposals,
  file,
}: Pick<ExcludeFromDocument, 'file'> & { readonly proposals: readonly unknown[] }): string {
  if (file !== null) return `Wrote ${visibleText(file)}`;
  if (proposals.length === 0) return 'No exclusions to propose; nothing was written.';
  return 'Nothing was written. Review, then add --write to change the plan, or -o FILE for a list.';
}
