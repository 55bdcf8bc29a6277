import * as z from 'zod/mini';
import {
  figureColumn,
  line,
  quietLine,
  type Section,
  tableOf,
  warningSection,
  wordColumn,
} from '../core/blocks/blocks.js';
import { sumOf } from '../core/lists/lists.js';
import { ShortfallError, type Warning, WinnowError } from '../core/model/errors.js';
import type { Selection } from '../core/model/selection.js';
import type { Pools } from '../core/model/task.js';
import { namesInPool, type RunParts } from '../core/outcomes/task-index.js';
import { addToExclusions, type NewExclusion } from '../core/plan/edit-plan.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount, joinWords, namesOf, percent, visibleText } from '../core/text/words.js';
import { auditDocument, auditPools, type ExcludeAuditDocument, findingNames } from '../core/vetting/audit-pools.js';
import { type ExclusionEffect, replacementsOf } from '../core/vetting/replacements-of.js';
import { validityRuns } from '../core/vetting/validity-runs.js';
import { newcomerWarnings, vetTasks } from '../core/vetting/vet-tasks.js';
import { type ExcludeFromDocument, vettingDocument } from '../core/vetting/vetting-document.js';
import { excludeTasks } from '../disk/change-plan.js';
import { assertUnchanged, loadPlanFiles } from '../disk/load-plan.js';
import { planInputs, refuseInputs, refuseOtherKind } from '../disk/protect-files.js';
import { writeFile } from '../disk/write-together.js';
import { type InputOf, option, type Ports, rare, UsageError } from './declare/operation.js';
import { section, sectionsOf, under } from './declare/sections.js';
import { partsWithoutTier } from './inputs/measured-selection.js';
import {
  readPlanPools,
  runPlanOptions,
  type SelectOptions,
  selectFromPools,
  withOptimiser,
} from './inputs/plan-pools.js';
import { readResults, resultOptions, resultPaths } from './inputs/results.js';

export const runKinds = Object.fromEntries(
  validityRuns.map(({ name, help }) => [optionKey(name), rare.texts('system', `with --from: ${help}`)]),
);

/** `no-op` is `noOp` among the options. */
function optionKey(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export const proposalOptions = {
  from: option.of(
    z.optional(z.array(z.string())),
    'propose exclusions based on these results: files or folders, in any supported format',
    { value: 'results...', fromText: resultFiles, path: 'read' },
  ),
  audit: rare.flag('propose exclusions based on duplicate texts and a static check of the task files'),
  checks: rare.list('names', `with --audit: propose exclusions for these findings only: ${findingNames.join(', ')}`, {
    default: 'findings that are reasons to exclude',
  }),
  ...runKinds,
  ...resultOptions,
  tolerate: rare.number('share', 'the share of runs of a sound task that may fail by accident', { default: '0.01' }),
  write: option.flag('with --from or --audit: write the proposed exclusions into the plan'),
  out: rare.text('file', 'with --from or --audit: write the proposed exclusions to a file, for review', {
    short: 'o',
    path: 'write',
  }),
  ...runPlanOptions,
  dryRun: rare.flag('change nothing', { short: 'n' }),
};

type ProposalInput = InputOf<typeof proposalOptions> & {
  readonly date?: string | undefined;
  readonly who?: string | undefined;
};

/** A value of --from. A value that looks like an option was meant as one. */
function resultFiles(path: string, before: readonly string[] = []): readonly string[] {
  if (path.startsWith('-')) throw new Error('Expected files or folders of results.');
  return [...before, path];
}

export interface Excluded {
  readonly document: object;
  readonly view: readonly Section[];
  readonly isWritten: boolean;
}

interface Proposed {
  readonly proposals: readonly Pick<NewExclusion, 'benchmark' | 'id' | 'reason' | 'evidence'>[];
  /** Files that were read as evidence, and must not be overwritten. */
  readonly inputs: readonly string[];
  readonly result: (effect: ExclusionEffect) => Pick<Excluded, 'document' | 'view'>;
}

/** Proposes exclusions from validity runs, or from the texts and files of tasks. */
export async function propose(planFile: string, given: ProposalInput, ports: Ports): Promise<Excluded> {
  const isDry = given.dryRun === true;
  const write = !isDry && given.write === true;
  const out = isDry ? undefined : given.out;
  const { from, checks } = given;
  const unknown = checks?.find((name) => !findingNames.includes(name));
  if (unknown !== undefined) {
    const like = didYouMean(unknown, findingNames);
    throw new UsageError(`unknown check "${visibleText(unknown, 60)}".${like} Known: ${findingNames.join(', ')}`);
  }
  const loaded = await loadPlanFiles(planFile);
  const { plan } = loaded;
  const pools = await readPlanPools(plan, given, ports, undefined, { audit: from === undefined });
  const options = await withOptimiser(plan, { allowShortfall: given.allowShortfall === true });
  const before = await selectFromPools(plan, pools, options, ports);
  const parts = partsWithoutTier(plan, pools, before);
  const found =
    from === undefined ? fromAudit(before, pools, checks) : await fromRuns(from, before, parts, given, ports);
  // A list for review has no decision yet, so the reviewer sets the date.
  const date = given.date ?? (write ? ports.today() : undefined);
  const added = found.proposals.map(({ benchmark, id, reason, evidence }): NewExclusion => {
    return { benchmark, id, reason, evidence, date, who: given.who, replacement: undefined };
  });
  const changed = added.length === 0 ? undefined : excludeTasks(plan, added);
  const select = (more: SelectOptions = {}) =>
    changed === undefined ? before : selectFromPools(changed.plan, pools, { ...options, ...more }, ports);
  const { after, warnings } = await tried(select, write);
  assertUnchanged(loaded);
  if (write) changed?.write(() => assertUnchanged(loaded));
  if (out !== undefined) writeList(out, added, [...planInputs(plan), ...found.inputs]);
  const replacements = after === undefined ? undefined : replacementsOf(before, after);
  const effect = { replacements, file: write ? changed?.file : out, warnings };
  return { ...found.result(effect), isWritten: write || out !== undefined };
}

async function fromRuns(
  from: readonly string[],
  before: Selection,
  parts: RunParts,
  given: ProposalInput,
  ports: Ports,
): Promise<Proposed> {
  const inputs = resultPaths(from, given) ?? from;
  const about = { settings: before.plan.results, tasks: namesInPool(before), parts, keepsRetries: true };
  const results = await readResults(inputs, given, about, ports);
  const values = new Map<string, unknown>(Object.entries(given));
  const named = new Map(
    validityRuns.flatMap(({ name }) => {
      const configurations = values.get(optionKey(name));
      return Array.isArray(configurations) ? [[name, configurations.map(String)] as const] : [];
    }),
  );
  const vetting = vetTasks(before, results, { named, tolerated: given.tolerate });
  return {
    proposals: vetting.proposals,
    inputs,
    result: (effect) => {
      const newcomers = newcomerWarnings(vetting, effect.replacements?.comesIn ?? []);
      const document = vettingDocument(vetting, before, { ...effect, warnings: [...effect.warnings, ...newcomers] });
      return { document, view: runsView(document) };
    },
  };
}

function fromAudit(before: Selection, pools: Pools, checks: readonly string[] | undefined): Proposed {
  const audit = auditPools(before, pools, checks === undefined ? undefined : new Set(checks));
  return {
    proposals: audit.proposals,
    inputs: [],
    result: (effect) => {
      const document = auditDocument(audit, before, effect);
      return { document, view: auditView(document) };
    },
  };
}

/** The selection with the exclusions. Errors become warnings if the plan is not going to be written. */
async function tried(select: (more?: SelectOptions) => Selection | Promise<Selection>, write: boolean) {
  try {
    return { after: await select(), warnings: [] };
  } catch (error) {
    if (write || !(error instanceof WinnowError)) throw error;
    const after = error instanceof ShortfallError ? await select({ allowShortfall: true }) : undefined;
    const warnings = error.faults.map(({ code, message }): Warning => {
      return { code, message: `the plan fails with these exclusions: ${message}` };
    });
    return { after, warnings };
  }
}

const heading = '# Proposed by "winnow exclude". Review each entry, then add this file to the plan as "exclusions".\n';

function writeList(file: string, added: readonly NewExclusion[], inputs: readonly string[]): void {
  const text = addToExclusions(heading, added);
  writeFile(file, text, () => {
    refuseInputs([file], inputs);
    // A list that was reviewed may have been edited.
    refuseOtherKind([file], { name: 'the list to write', isText: (there) => there === text });
  });
}

function auditView(document: ExcludeAuditDocument): readonly Section[] {
  const { tasks, audited, statements, findings, proposals, already_excluded: excluded, warnings } = document;
  const others = findings.filter(({ task_id: id, benchmark }) => {
    return ![...proposals, ...excluded].some((each) => each.task_id === id && each.benchmark === benchmark);
  });
  const { translations } = statements;
  return sectionsOf(
    section(
      line([
        { strong: countOf(tasks, 'task') },
        `: ${countOf(statements.compared, 'text')} compared, ${countOf(audited, 'task folder')} checked`,
      ]),
    ),
    entries('Proposed exclusions', proposals, proposalWords, mostEntries),
    entries('Worth checking, but not proposed', others, ({ check }) => `: ${check}`, mostEntries),
    entries('Already excluded', excluded, ({ reason }) => `: ${reason}`, mostEntries),
    warningSection(warnings, 600),
    section(
      quietLine(
        `Near-duplicates share at least ${Math.round(100 * statements.similarity)}% of their three-word sequences.${sameTextWords(translations)}`,
      ),
      quietLine(endWords(document)),
    ),
  );
}

function sameTextWords(translations: number): string {
  if (translations === 0) return '';
  return ` ${countOf(translations, 'task has', 'tasks have')} the same text as a task in another language. Winnow does not propose excluding ${translations === 1 ? 'it' : 'them'}.`;
}

const mostEntries = 50;

function runsView(document: ExcludeFromDocument): readonly Section[] {
  const { proposals, undecided, already_excluded: excluded, warnings } = document;
  return sectionsOf(
    runsTable(document),
    entries('Proposed exclusions', proposals, proposalWords),
    entries('Not proposed because of mixed verdicts', undecided, () => ''),
    entries('Already excluded', excluded, (each) => `: ${each.excluded_for} in the plan; the runs show ${each.reason}`),
    warningSection(warnings, 600),
    section(quietLine(testWords(document))),
    section(quietLine(endWords(document))),
  );
}

interface Entry {
  readonly benchmark: string;
  readonly task_id: string;
  readonly evidence: string;
}

/** Tasks with words about each and its evidence, under a title with their number. */
function entries<Task extends Entry>(
  title: string,
  list: readonly Task[],
  words: (entry: Task) => string,
  most = list.length,
): readonly Section[] {
  return under(
    `${title} (${formatCount(list.length)})`,
    list
      .slice(0, most)
      .flatMap((each) => [
        `${visibleText(`${each.benchmark}/${each.task_id}`)}${words(each)}`,
        line(visibleText(each.evidence, 1000), { level: 1 }),
      ]),
  );
}

function proposalWords({ reason, selected, replaced_by: instead }: ExcludeAuditDocument['proposals'][number]): string {
  const replacement = instead === null ? '' : `, replacement ${visibleText(instead)}`;
  return `: ${reason}; ${selected ? 'selected' : 'not selected'}${replacement}`;
}

function runsTable({ runs, tasks, other_configurations: others }: ExcludeFromDocument): readonly Section[] {
  const rows = runs.map((each) => [
    `${each.kind} (${joinWords(each.configurations.map((name) => visibleText(name, 60)))}, by ${each.known_by})`,
    ...[each.tasks, each.passed, each.failed, each.errored, each.not_run, each.one_run].map(formatCount),
  ]);
  const figures = ['tasks', 'passed', 'failed', 'errored', 'not run', 'tasks with one run'];
  const results = sumOf(others, (each) => each.results);
  const names = namesOf(others.map(({ name }) => visibleText(name, 60)));
  const title = `Validity runs on a pool of ${countOf(tasks, 'task')}`;
  return under(
    title,
    tableOf(title, [wordColumn('run'), ...figures.map((name) => figureColumn(name))], rows),
    others.length > 0 &&
      `Ignored ${countOf(results, 'result')} from ${names}, because an agent’s runs can differ even on a sound task.`,
  );
}

function testWords({ runs, test: { tolerated, level, tests } }: ExcludeFromDocument): string {
  const expected = validityRuns
    .filter(({ name }) => runs.some(({ kind }) => kind === name))
    .map((run) => `${run.words} ${run.expected}`);
  const rule = `On a sound task, ${joinWords(expected)}.`;
  if (tests === 0)
    return `${rule} Detecting flaky tasks takes two scored runs of the same kind on a task, and no task has them.`;
  return `${rule} A task is flaky if it has more contrary runs than an accident rate of ${percent(tolerated)} explains (exact binomial test, Holm-adjusted for ${countOf(tests, 'test')}, level ${percent(level)}).`;
}

function endWords({ proposals, file }: Pick<ExcludeFromDocument, 'proposals' | 'file'> | ExcludeAuditDocument): string {
  if (file !== null) return `Wrote ${visibleText(file)}`;
  if (proposals.length === 0) return 'No exclusions to propose; nothing was written.';
  return 'Nothing was written. After reviewing the proposals, add --write to change the plan, or -o FILE to write a list.';
}
