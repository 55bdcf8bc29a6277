import {
  type Column,
  figureColumn,
  line,
  quietLine,
  type Section,
  shapeSigns,
  tableOf,
  type Words,
  wordColumn,
} from '../core/blocks/blocks.js';
import {
  type FormatInspection,
  type Inspection,
  inspectSchema,
  type PathInspection,
  type QualityInspection,
  type SizeSummary,
  type ValueCounts,
} from '../core/contracts/inspect-document.js';
import { documentOf } from '../core/documents/forms.js';
import { capital, countOf, formatCount, joinWords, visibleText } from '../core/text/words.js';
import { problemLines, reasonLines } from '../inspect/given-paths.js';
import { inspectPaths } from '../inspect/inspect-paths.js';
import { commandOf, givenWords, operation, option, rare } from './declare/operation.js';
import { section, sectionsOf, under } from './declare/sections.js';

export const idOption = option.text('column', 'the id column of a table', {
  default: 'id, task_id, instance_id or Issue key',
});

export const inspect = operation({
  name: 'inspect',
  group: 'Build',
  summary: 'Find tasks in files and folders, and problems with them',
  description:
    'Reads tasks in any known format and reports their languages, repositories, categories and sizes, along with\n' +
    'missing fields, conflicting labels, duplicate ids and texts, and anything it could not read. --audit also compares\n' +
    'the texts of all tasks and checks the files of Harbor and Terminal-Bench tasks. Nothing is executed. "winnow exclude\n' +
    '--audit" turns the same findings into proposed exclusions.',
  input: {
    paths: option.argumentList('files or folders with tasks', { path: 'read' }),
    id: idOption,
    audit: rare.flag(
      'also look for near-duplicate texts, leaked solutions, missing tests, secrets and unpinned images',
    ),
  },
  output: { inspect: inspectSchema },
  writes: false,
  run: ({ paths, id, audit }, ports) =>
    ports.reading((onProgress) => inspectPaths(paths, { idColumn: id, audit: audit === true, onProgress })),
  document: (inspection) => documentOf(inspectSchema(), inspection),
  view: ({ tasks, note, places }: Inspection) =>
    sectionsOf(
      section(
        places.length > 1 && line([{ strong: countOf(tasks, 'task') }, ` in ${countOf(places.length, 'place')}`]),
      ),
      section(note !== undefined && visibleText(note, 400)),
      places.flatMap(placeSections),
    ),
  next: ({ tasks }: Inspection, { paths, ...given }) =>
    tasks === 0 ? undefined : commandOf('init', ...paths, ...givenWords({ id: idOption }, given)),
  forAgents: true,
  examples: [
    { words: 'See what a folder contains', command: 'winnow inspect tasks/' },
    { words: 'Look for duplicates, leaks, missing tests and secrets', command: 'winnow inspect tasks/ --audit' },
    { words: 'Read a table whose id column is "key"', command: 'winnow inspect tasks.csv --id key' },
  ],
});

const barWidth = 24;
const mostValues = 10;
const mostLines = 20;
const alarm = (text: string): Words => [{ strong: text, tone: 'warning' }];

function placeSections(place: PathInspection): Section[] {
  const { path, tasks, formats, overlaps, problems, passedOver, quality } = place;
  const found: Words = [{ strong: visibleText(path) }, ': ', { strong: countOf(tasks, 'task') }];
  return sectionsOf(
    section(line([...found, ` in ${countOf(formats.length, 'format')}`])),
    formats.flatMap(formatSections),
    lines(
      alarm('Found in two formats and counted once'),
      overlaps.map(
        ({ kept, keptFields, repeated, repeatedFields, tasks: both, example }) =>
          `${countOf(both, 'task')} in both ${kept} and ${repeated}, such as ${example}. Winnow uses ${kept}, which has more fields per task (${keptFields} rather than ${repeatedFields})`,
      ),
    ),
    lines(alarm(`Could not be read (${formatCount(problems.total)})`), problemLines(problems)),
    lines(`Notes on files (${formatCount(passedOver.total)})`, reasonLines(passedOver)),
    quality && qualitySections(quality),
  );
}

const mostFindings = 5;

function qualitySections({ statements, audited, findings }: QualityInspection): Section[] {
  const { compared, short, templated, beyond, without, similarity, same, near, pairs } = statements;
  const repeats = pairs.map(({ task, repeats: of, similarity: share, same: isSame }) =>
    isSame ? `${task} has the same words as ${of}` : `${task} is ${Math.round(100 * share)}% similar to ${of}`,
  );
  const aside: readonly (readonly [number, string])[] = [
    [short, 'that are too short'],
    [templated, 'that are mostly boilerplate'],
    [beyond, 'beyond the memory limit'],
  ];
  const notes = aside.flatMap(([count, why]) => (count === 0 ? [] : [`${formatCount(count)} ${why}`]));
  const equalOnly = notes.length === 0 ? '' : ` Checked only for identical words: ${joinWords(notes)}.`;
  const absent = without === 0 ? '' : ` ${countOf(without, 'task has', 'tasks have')} no text.`;
  const more = same + near - mostLines;
  return sectionsOf(
    under(
      [{ strong: 'Duplicate texts' }],
      `${countOf(same, 'task')} with the same words as an earlier task, ${formatCount(near)} with nearly the same words`,
      repeats.slice(0, mostLines).map((each) => line(visibleText(each, 400), { level: 1 })),
      more > 0 && line(`and ${formatCount(more)} more`, { level: 1 }),
      quietLine(
        `Compared ${countOf(compared, 'text')}. Near-duplicates share at least ${Math.round(100 * similarity)}% of their three-word sequences.${equalOnly}${absent}`,
      ),
    ),
    audited > 0 &&
      under(
        [{ strong: 'Static audit' }, ` of ${countOf(audited, 'task folder')}`],
        findings.length === 0 && 'No problems found',
        findings.map(({ words, reason, tasks, examples }) => [
          line([
            { strong: countOf(tasks, 'task'), ...(reason == null ? {} : { tone: 'warning' as const }) },
            ` ${words}`,
          ]),
          examples
            .slice(0, mostFindings)
            .map(({ id, evidence }) => quietLine(visibleText(`${id}: ${evidence}`, 400), { level: 1 })),
        ]),
      ),
  );
}

function formatSections(format: FormatInspection): Section[] {
  const { labels, labelConflicts: conflicts, remarks, alikeLabels: alike = [], sameTexts, idColumn = 'id' } = format;
  const { sameId, sameButForCase, examples, sameRows = 0 } = format.duplicates;
  const pairs = conflicts.pairs.map(
    (pair) =>
      `${countOf(pair.tasks, 'task')}: ${pair.field} is ${pair.took} (${pair.from}, used) or ${pair.against} (${pair.in})`,
  );
  const once = sameRows === 0 ? '' : `, ignoring ${countOf(sameRows, 'duplicate row')}`;
  // A column called id needs no mention.
  const ids = idColumn === 'id' ? '' : `, ids from "${visibleText(idColumn, 60)}"`;
  return sectionsOf(
    section(line([{ strong: format.format }, ` (${format.title}): ${countOf(format.tasks, 'task')}${once}${ids}`])),
    [['benchmark', format.benchmarks] as const, ...labels].flatMap(([name, counts]) => valueTable(name, counts)),
    fieldTable(format),
    unusedTable(format.unused),
    lines(
      alarm(`Labels that differ only in letter case or surrounding spaces (${formatCount(alike.length)})`),
      alike.map(({ name, groups }) => `${name}: ${groups.map((group) => joinWords(group.map(quoted))).join('; ')}`),
    ),
    lines(alarm(`Conflicting labels (${formatCount(conflicts.total)})`), pairs),
    lines(
      alarm(
        `Duplicate ids, which "winnow select" rejects (${formatCount(sameId)} exact, ${formatCount(sameButForCase)} differing only in letter case)`,
      ),
      examples,
      sameId + sameButForCase,
    ),
    lines(
      alarm(`Tasks with the same text as another task (${formatCount(sameTexts?.tasks ?? 0)})`),
      sameTexts?.examples ?? [],
      sameTexts?.tasks,
    ),
    lines(alarm(`Warnings (${formatCount(remarks.total)})`), reasonLines(remarks)),
  );
}

function quoted(text: string): string {
  return `"${text}"`;
}

function valueTable(name: string, { values, others }: ValueCounts): readonly Section[] {
  const shown = values.slice(0, mostValues);
  const most = shown[0]?.tasks ?? 1;
  const rows = shown.map(({ value, tasks }) => [
    visibleText(value, 40),
    formatCount(tasks),
    '#'.repeat(Math.max(1, Math.round((tasks / most) * barWidth))),
  ]);
  const left = values.slice(mostValues).reduce((sum, { tasks }) => sum + tasks, others);
  const more = `${others > 0 ? 'over ' : ''}${countOf(values.length - shown.length, 'more value')}`;
  const title = capital(name);
  const columns: Column[] = [wordColumn('value', ''), figureColumn('tasks', ''), { ...wordColumn(''), look: 'bar' }];
  return under(
    title,
    values.length + others > 0 && tableOf(title, columns, rows),
    left > 0 && quietLine(`${more}: ${countOf(left, 'task')}`),
  );
}

/** Every field: where its values come from, how many tasks lack it and, for a number, its distribution. */
function fieldTable({ features, sizes, tasks }: FormatInspection): Section {
  const known = [...features].filter(([, { missing }]) => missing < tasks);
  const absent = [...features].filter(([, { missing }]) => missing === tasks).map(([field]) => field);
  const rows = known.map(([field, { measured, declared, missing }]) => {
    const size = sizes.get(field);
    const figures = size === undefined ? ['', '', ''] : [size.min, size.median, size.max].map(formatCount);
    const counts = [measured, declared, missing].map((count) => (count === 0 ? '' : formatCount(count)));
    return { cells: [field, ...counts, ...figures, size === undefined ? '' : shape(size)], level: 1 };
  });
  const figures = ['measured', 'declared', 'missing', 'min', '~median', 'max'];
  const columns: readonly Column[] = [
    wordColumn('Field'),
    ...figures.map((name) => figureColumn(name)),
    { ...wordColumn('distribution', ''), look: 'shape' },
  ];
  // The names of absent fields only help if some task has fields.
  if (rows.length === 0)
    return section(quietLine('The tasks have no standard fields, such as repo, language or files_changed.'));
  return section(
    tableOf('Fields', columns, rows, { hasTitleRow: true }),
    absent.length > 0 && quietLine(`missing from all tasks: ${absent.join(', ')}`, { level: 1, isProse: true }),
  );
}

const mostUnused = 40;

function unusedTable(unused: FormatInspection['unused']): readonly Section[] {
  const rows = unused.map(({ column, tasks, kind, values, example, notNumbers, withSeparators, withDecimalCommas }) => [
    visibleText(column, 60),
    formatCount(tasks),
    kind,
    [
      ...(kind === 'label' ? [countOf(values, 'value')] : []),
      ...(withSeparators === undefined ? [] : [`${formatCount(withSeparators)} with thousands separators`]),
      ...(withDecimalCommas === undefined ? [] : [`${formatCount(withDecimalCommas)} with decimal commas`]),
      ...(notNumbers === undefined
        ? []
        : [`${formatCount(notNumbers.tasks)} not numeric, such as ${notNumbers.example}`]),
    ].join(', '),
    visibleText(example, 40),
  ]);
  const columns: Column[] = [
    wordColumn('column', ''),
    figureColumn('tasks', ''),
    wordColumn('kind', ''),
    wordColumn('values', ''),
    { ...wordColumn('example', ''), look: 'quiet' },
  ];
  const isUsable = unused.some(({ kind }) => kind !== 'text' && kind !== 'other');
  const hint = 'A plan can use these columns by name, as in "rank: COLUMN" or "where: { COLUMN: VALUE }".';
  const title = `Other columns (${formatCount(unused.length)})`;
  return under(
    title,
    rows.length > 0 && tableOf(title, columns, rows, { most: mostUnused }),
    isUsable && quietLine(hint),
  );
}

/** The distribution from min to max, one character per bin, on a logarithmic scale. */
function shape({ bins }: SizeSummary): string {
  const most = Math.max(...bins.map(({ tasks }) => tasks));
  return `|${bins.map(({ tasks }) => shapeSigns[Math.ceil((tasks / most) * (shapeSigns.length - 1))]).join('')}|`;
}

function lines(title: Words, list: readonly string[], total = list.length): readonly Section[] {
  const shown = list.slice(0, mostLines).map((each) => visibleText(each, 400));
  const left = total - shown.length;
  return under(title, shown, left > 0 && `and ${formatCount(left)} more (--json lists up to 1,000)`);
}
