import { dirname, extname } from 'node:path';
import { checkWithoutPool } from '../../core/compare/check-without-pool.js';
import { compact } from '../../core/lists/lists.js';
import { type Manifest, namedTasks, poolTasks } from '../../core/manifest/manifest.js';
import { readManifest } from '../../core/manifest/read-manifest.js';
import { WinnowError } from '../../core/model/errors.js';
import { readingOptions } from '../../core/model/result-settings.js';
import { matchOutcomes } from '../../core/outcomes/match-outcomes.js';
import { aboutTasks } from '../../core/outcomes/task-index.js';
import { taskResult } from '../../core/outcomes/task-result.js';
import { ofOneVersion } from '../../core/outcomes/task-versions.js';
import { compareText, countOf, formatCount, namesOf, quotedWord, visibleText } from '../../core/text/words.js';
import { type Dirent, existsSync, lstatSync, readdirSync, statSync } from '../../disk/file-access.js';
import { findPlanFiles } from '../../disk/find-plan.js';
import { leftoverNote } from '../../disk/folder-lock.js';
import { loadPlanFiles, planFileNames } from '../../disk/load-plan.js';
import { generatorName, packageVersion } from '../../disk/own-package.js';
import { readSelection, usualSelection } from '../../disk/read-selection.js';
import { walkFolder } from '../../disk/walk-folder.js';
import { readOutcomeList } from '../../results/read-outcomes.js';
import { alignColumns } from '../terminal/blocks-text.js';
import { print } from '../terminal/print.js';
import { terminalFor } from '../terminal/terminal.js';

/** A kind of finding, and its description. */
type Finding = readonly ['plan' | 'selection' | 'drift' | 'results' | 'tables' | 'leftovers', string];

/** `winnow` without arguments: the plan, selection, drift and results in this folder, and the next step. */
export async function runHere(): Promise<number> {
  const { bold, dim } = terminalFor(process.stdout);
  const plan = await planHere();
  const others = plan === undefined ? await plansBeside() : [];
  const selection = await selectionHere();
  const results = await resultsHere(selection?.manifest);
  const isNew = plan === undefined && others.length === 0 && selection === undefined;
  const tables = isNew ? namesHere((entry) => entry.isFile() && tableName.test(entry.name)) : [];
  const findings: Finding[] = [
    ...(plan === undefined ? others : [plan]).map(({ words }) => ['plan', words] as const),
    ...(selection?.findings ?? []),
    ...results.map(({ words }) => ['results', words] as const),
    ...(tables.length === 0 ? [] : [['tables', namesOf(tables)] as const]),
    ...compact([...new Set(['.', selection?.folder ?? 'selection'])].map((folder) => leftoverNote(folder))).map(
      (words) => ['leftovers', words] as const,
    ),
  ];
  const cells = findings.map(([what, words]) => [what, visibleText(words, 300)]);
  const lines = alignColumns(cells, { indent: '  ' });
  const next = nextSteps(plan, others[0]?.file, selection, results, tables[0]);
  const width = Math.max(...next.map(([command]) => command.length));
  print(
    [
      `${bold(`Winnow ${packageVersion()}`)} selects tasks from coding-agent benchmarks.`,
      [bold('In this folder'), ...(lines.length === 0 ? ['  no plan or selection'] : lines)].join('\n'),
      [bold('Next'), ...next.map(([command, why]) => `  ${command.padEnd(width)}  ${dim(why)}`)].join('\n'),
      `${dim('winnow --help lists every command.')}\n`,
    ].join('\n\n'),
  );
  return 0;
}

const tableName = /\.(?:csv|tsv|jsonl|ndjson|parquet)(?:\.gz|\.zst)?$/i;

interface PlanHere {
  readonly name: string | undefined;
  readonly words: string;
}

async function planHere(): Promise<PlanHere | undefined> {
  const file = planFileNames.find((name) => existsSync(name));
  if (file === undefined) return undefined;
  try {
    return await planIn(file);
  } catch (error) {
    return { name: undefined, words: `${file}: ${faultsOf(error)}` };
  }
}

async function planIn(file: string) {
  const { plan } = await loadPlanFiles(file);
  return { name: plan.name, words: `${file}: "${plan.name}", ${countOf(plan.benchmarks.length, 'benchmark')}` };
}

/** Plans that aren't called plan.yaml and therefore must be named. */
async function plansBeside() {
  const found: { file: string; words: string }[] = [];
  for (const file of namesHere((entry) => entry.isFile() && /\.ya?ml$/i.test(entry.name) && !isLarge(entry.name))) {
    try {
      found.push({ file, ...(await planIn(file)) });
    } catch (error) {
      // Many other things are written in YAML.
      if (!(error instanceof WinnowError)) throw error;
    }
  }
  return found;
}

interface SelectionHere {
  readonly manifest: Manifest | undefined;
  readonly folder: string;
  readonly hasDrifted: boolean;
  readonly findings: readonly Finding[];
}

async function selectionHere(): Promise<SelectionHere | undefined> {
  const file = usualSelection()?.file;
  if (file === undefined) return undefined;
  const folder = dirname(file);
  const onDisk = readSelection(file);
  const { manifest, planName, differences } = readManifest(onDisk.texts.manifest);
  if (manifest === undefined || planName === undefined) {
    const words = `${file}: ${differences[0]?.message ?? 'cannot be read.'}`;
    return { manifest, folder, hasDrifted: true, findings: [['selection', words]] };
  }
  const { total_selected: selected, total_available: available } = manifest.metadata;
  const words = `${file}: ${formatCount(selected)} of ${countOf(available, 'task')}, selected by the plan "${planName}"`;
  const drift = await driftOf(onDisk, manifest);
  const findings: Finding[] = [
    ['selection', words],
    ['drift', drift.words],
  ];
  return { manifest, folder, hasDrifted: drift.hasDrifted, findings };
}

/** Differences that can be found without reading the pool. */
async function driftOf(onDisk: ReturnType<typeof readSelection>, manifest: Manifest) {
  try {
    const { plan } = await findPlanFiles(manifest.metadata.plan, onDisk.folder);
    const { differences } = checkWithoutPool(onDisk.texts, plan, generatorName());
    const [first] = differences;
    return first === undefined
      ? { hasDrifted: false, words: 'none in the plan or files (the pool was not read)' }
      : { hasDrifted: true, words: `${countOf(differences.length, 'difference')}: ${shortened(first.message)}` };
  } catch (error) {
    return { hasDrifted: true, words: faultsOf(error) };
  }
}

interface ResultsHere {
  readonly path: string;
  readonly words: string;
  /** Whether every system has a result for every selected task. */
  readonly isComplete: boolean;
}

const resultFolders = /^(results?|runs?|jobs|logs|outcomes|evaluations?|evaluation_results|trajectories)$/i;
const resultFiles = new Set(['.csv', '.tsv', '.json', '.jsonl', '.ndjson', '.parquet', '.eval', '.zip']);
/** Larger files and folders are not read here. */
const most = { bytes: 20_000_000, files: 2000, places: 20 };

/** The results on the selected tasks in this folder. Large files are listed but not read. */
async function resultsHere(manifest: Manifest | undefined): Promise<readonly ResultsHere[]> {
  if (manifest === undefined) return [];
  const tasks = namedTasks(manifest);
  const about = aboutTasks(tasks, [...tasks, ...poolTasks(manifest)]);
  const reading = { ...readingOptions(manifest.methodology.results), ...about, countsOnly: true };
  const places = namesHere((entry) =>
    entry.isDirectory() ? resultFolders.test(entry.name) : entry.isFile() && resultFiles.has(extname(entry.name)),
  );
  const found: ResultsHere[] = [];
  for (const path of places) {
    if (isLarge(path)) {
      found.push({ path, words: `${path}: too large to read here`, isComplete: false });
      continue;
    }
    const { outcomes, faults } = ofOneVersion(await readOutcomeList([path], reading), tasks, reading);
    if (faults.length > 0) continue;
    const { configurations } = matchOutcomes(tasks, tasks, outcomes);
    if (configurations.length === 0) continue;
    const counts = configurations.map(
      ({ byTask }) => [...byTask.values()].filter((runs) => taskResult(runs).rewards.length > 0).length,
    );
    const [fewest, largest] = [Math.min(...counts), Math.max(...counts)];
    const range = fewest === largest ? formatCount(largest) : `${formatCount(fewest)} to ${formatCount(largest)}`;
    const words = `${path}: ${countOf(configurations.length, 'system')}, results on ${range} of ${countOf(tasks.length, 'selected task')}`;
    found.push({ path, words, isComplete: fewest === tasks.length });
  }
  return found;
}

function namesHere(isWanted: (entry: Dirent) => boolean): readonly string[] {
  const entries = readdirSync('.', { withFileTypes: true }).filter(isWanted);
  return entries
    .map(({ name }) => name)
    .sort(compareText)
    .slice(0, most.places);
}

function isLarge(path: string): boolean {
  const bytesOf = (file: string) => lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (!statSync(path).isDirectory()) return bytesOf(path) > most.bytes;
  let bytes = 0;
  for (const { kind, path: file } of walkFolder(path, { mostEntries: most.files })) {
    if (kind === 'too-many') return true;
    if (kind === 'file') bytes += bytesOf(file);
    if (bytes > most.bytes) return true;
  }
  return false;
}

function nextSteps(
  plan: PlanHere | undefined,
  other: string | undefined,
  selection: SelectionHere | undefined,
  results: readonly ResultsHere[],
  table = 'PATH',
): readonly (readonly [string, string])[] {
  if (plan !== undefined && plan.name === undefined) return [['winnow select', 'list every error in the plan']];
  if (selection === undefined && plan !== undefined) return [['winnow select', 'select with this plan']];
  if (selection === undefined && other !== undefined)
    return [[`winnow select ${quotedWord(other)}`, 'select with this plan (the default is plan.yaml)']];
  if (selection === undefined)
    return [
      [`winnow inspect ${quotedWord(table)}`, 'list the tasks in a file or folder'],
      [`winnow init ${quotedWord(table)} --sample 100`, 'write a plan that draws 100 of them at random'],
      ['winnow select ccb', 'try the built-in plan, which selects 93 of 826 tasks'],
    ];
  const { manifest } = selection;
  const folder = quotedWord(selection.folder);
  if (plan !== undefined && manifest !== undefined && plan.name !== manifest.metadata.plan.name)
    return [['winnow select --out FOLDER', 'select with the plan in this folder']];
  if (selection.hasDrifted)
    return [
      ['winnow check', 'list every difference, including changes in the pool'],
      ['winnow select', 'select again with the current plan'],
    ];
  const [first] = results;
  if (first === undefined)
    return [
      ['winnow check', 'check the selection against the pool'],
      ['winnow assess', 'show which differences it can detect, and how well it matches the pool'],
      ['winnow report --html report.html', 'write a page to explore and share'],
      [`winnow export ${folder} --to RUNNER --out run`, 'write the files a runner needs'],
    ];
  const all = results.map(({ path }) => quotedWord(path)).join(' ');
  return results.every(({ isComplete }) => isComplete)
    ? [
        [`winnow estimate ${folder} ${all}`, 'estimate from the results'],
        [`winnow report --html report.html --results ${all}`, 'write a page with the results to share'],
      ]
    : [
        [`winnow status ${folder} ${all}`, 'list missing runs and their cost'],
        [`winnow estimate ${folder} ${all}`, 'estimate from the results so far'],
      ];
}

const shortened = (text: string) => text.replaceAll(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…');

function faultsOf(error: unknown): string {
  if (!(error instanceof WinnowError)) throw error;
  const [first] = error.faults;
  const more = error.faults.length - 1;
  return `${first?.message ?? error.message}${more > 0 ? ` (and ${countOf(more, 'more error')})` : ''}`;
}
