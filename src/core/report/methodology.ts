import { bullet, headedTable, line, type Section, type Words, wordColumn } from '../blocks/blocks.js';
import { markdownOf } from '../blocks/markdown.js';
import { strategyLabel } from '../describe/describe-strategy.js';
import { fieldWords } from '../describe/field-words.js';
import { overviewSentence } from '../describe/selection-words.js';
import { type PoolHashes, selectionHashes } from '../fingerprint/fingerprint-pool.js';
import { randomField } from '../model/field.js';
import type { HistoryEntry, Tier } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import { countOf } from '../text/numbers.js';
import { joinWords, oneLine } from '../text/words.js';
import { assessmentSection, claimSections } from './methodology/claim-sections.js';
import { optimumSections, scoringSections, strategySections } from './methodology/strategy-sections.js';

/** The methodology page as Markdown. Every sentence and figure is made from the plan and the selection. */
export function methodologyPage(
  selection: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes> = selectionHashes(selection),
): string {
  return markdownOf([
    { title: selection.plan.title, level: 1, blocks: [] },
    ...methodologySections(selection, generatedBy, hashes),
  ]);
}

/** The sections of the methodology page, after its title. */
export function methodologySections(
  selection: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes> = selectionHashes(selection),
): readonly Section[] {
  return [
    overviewSection(selection),
    ...coverageSections(selection),
    ...scoringSections(selection),
    ...featureSections(selection),
    ...strategySections(selection),
    ...optimumSections(selection),
    correctionsSection(selection),
    exclusionsSection(selection),
    ...versionSections(selection),
    warningsSection(selection),
    ...claimSections(selection),
    assessmentSection(selection),
    reproductionSection(selection, generatedBy, hashes),
  ];
}

/** The number of tasks, where they come from, and the plan's own description. */
function overviewSection(selection: Selection): Section {
  const selected = countOf(selection.statistics.selected, 'task');
  const [before = '', ...after] = overviewSentence(selection).split(selected);
  const paragraphs = selection.plan.description?.split(/\n\s*\n/).map((text) => line(oneLine(text))) ?? [];
  return { title: 'Overview', blocks: [line([before, { strong: selected }, after.join(selected)]), ...paragraphs] };
}

/** The three coverage tables: by phase, benchmark and language. */
function coverageSections({ plan, benchmarks, statistics }: Selection): Section[] {
  const labels = new Map(benchmarks.map(({ plan: rules }) => [rules.name, strategyLabel(rules.select, plan.fields)]));
  const { byPhase, byBenchmark, byLanguage } = statistics;
  const left = byLanguage.filter((row) => row.selected === 0).map((row) => `${row.name} (${row.available})`);
  return [
    {
      title: 'SDLC Phase Coverage',
      blocks: [
        headedTable(
          ['SDLC Phase', 'Tasks:', { ...wordColumn('Benchmarks'), isList: true }],
          byPhase.map((row) => [row.name, row.selected, row.benchmarks.join(', ')]),
        ),
      ],
    },
    {
      title: 'Benchmark Coverage',
      blocks: [
        headedTable(
          ['Benchmark', 'Available:', 'Selected:', 'Strategy'],
          byBenchmark.map((row) => [row.name, row.available, row.selected, labels.get(row.name) ?? '']),
        ),
      ],
    },
    {
      title: 'Language Distribution',
      blocks: [
        headedTable(
          ['Language', 'Tasks:'],
          byLanguage.filter((row) => row.selected > 0).map((row) => [row.name, row.selected]),
        ),
        ...(left.length === 0 ? [] : [line(['In the pool, but not selected: ', ...listed(left), '.'])]),
      ],
    },
  ];
}

/** Names with commas between. */
function listed(names: readonly string[]): string[] {
  return names.flatMap((name, i) => (i === 0 ? [name] : [', ', name]));
}

/** Where the values that the score looks at come from, and the labels on which the tasks' own files disagree. */
function featureSections({ plan, benchmarks }: Selection): Section[] {
  const anyDerived = benchmarks.some(({ features }) => features.some(({ derived = 0 }) => derived > 0));
  const features = benchmarks.flatMap(({ plan: rules, features: counts }) =>
    counts.map(({ field, measured, declared, derived = 0, defaulted }) => [
      rules.name,
      fieldWords(field, plan.fields),
      measured,
      declared,
      ...(anyDerived ? [derived] : []),
      defaulted,
    ]),
  );
  const conflicts = benchmarks.flatMap(({ plan: rules, conflicts: counts }) =>
    counts.map(({ field, took, from, against, in: place, tasks }) => {
      return [rules.name, field, `${took} (${from})`, `${against} (${place})`, tasks];
    }),
  );
  const derived = anyDerived ? 'Derived: worked out from the id, a patch or another field. ' : '';
  return [
    {
      title: 'Where the Features Come From',
      blocks: [
        line(
          `Measured: counted from a patch or a repository. Declared: said by a label, a document or the plan. ${derived}Defaulted: not known, so the plan’s assumed value stands in.`,
        ),
        headedTable(
          ['Benchmark', 'Feature', 'Measured:', 'Declared:', ...(anyDerived ? ['Derived:'] : []), 'Defaulted:'],
          features,
        ),
      ],
    },
    ...(conflicts.length === 0
      ? []
      : [
          {
            title: 'Labels That Disagree',
            level: 3,
            blocks: [
              line('Within the tasks’ own files, before the corrections below.'),
              headedTable(['Benchmark', 'Label', 'Taken', 'Not taken', 'Tasks:'], conflicts),
            ],
          },
        ]),
  ];
}

/** The labels that were wrong at the source, and their corrections. */
function correctionsSection({ plan, benchmarks }: Selection): Section {
  const rows = benchmarks.flatMap(({ plan: rules, corrections }) =>
    corrections.flatMap(({ rule, key, to, changed }) =>
      [...changed].map(([from, count]) => {
        const label = `${fieldWords(rule.by, plan.fields)} ${key}`;
        const before = from === '' ? '(none)' : from;
        return { count, cells: [rules.name, fieldWords(rule.field, plan.fields), label, before, to, count] };
      }),
    ),
  );
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const intro = `${countOf(total, 'label')} of the pool ${total === 1 ? 'was' : 'were'} corrected before anything was counted or scored.`;
  return {
    title: 'Corrections',
    blocks:
      rows.length === 0
        ? [line('No label was corrected.')]
        : [
            line(intro),
            headedTable(
              ['Benchmark', 'Label', 'For', 'From', 'To', 'Tasks:'],
              rows.map(({ cells }) => cells),
            ),
          ],
  };
}

/** The tasks that the plan excludes, with the reason. */
function exclusionsSection({ benchmarks }: Selection): Section {
  const rows = benchmarks.flatMap(({ plan, exclusions }) =>
    exclusions.map(({ taskId, reason, evidence, date, who, wouldBeIn, replacedBy }) => [
      plan.name,
      taskId,
      reason,
      evidence ?? '',
      [date, who].filter((part) => part !== undefined).join(', '),
      wouldBeIn ? (replacedBy ?? 'none') : 'would not have been selected',
    ]),
  );
  const verb = rows.length === 1 ? 'counts' : 'count';
  return {
    title: 'Exclusions',
    blocks:
      rows.length === 0
        ? [line('No task was excluded.')]
        : [
            line(`${countOf(rows.length, 'task')} ${verb} as available but could not be selected.`),
            headedTable(['Benchmark', 'Task', 'Reason', 'Evidence', 'Decided', 'In its place'], rows),
          ],
  };
}

/** The tier of the selection, and how it came from earlier versions; nothing for a first version of the whole. */
function versionSections({ tier, plan: { history = [] } }: Selection): Section[] {
  return [
    ...(tier === undefined ? [] : [tierSection(tier)]),
    ...(history.length === 0 ? [] : [historySection(history)]),
  ];
}

function tierSection({ name, size, full, sizes }: Tier): Section {
  const others = [...sizes].filter(([other]) => other !== name).map(([other, count]) => `${other} (${count})`);
  const words: Words = [
    'This is the tier ',
    name,
    `: ${size} of the ${full} tasks of the whole selection. A smaller tier lies within every larger one. Probabilities, weights and claims on this page are those of the tier.`,
    ...(others.length === 0 ? [] : [' Other tiers: ', others.join(', '), '.']),
  ];
  return { title: 'Tier', blocks: [line(words)] };
}

function historySection(history: readonly HistoryEntry[]): Section {
  const blocks = history.flatMap(({ version, of, change, reasons }) => {
    const rows = reasons.map(({ benchmark, taskId, replacedBy, reason, evidence }) => {
      return [benchmark, taskId, replacedBy ?? 'none', reason, evidence ?? ''];
    });
    const counted = rows.length === 0 ? ' No task went out.' : ` ${countOf(rows.length, 'task')} went out.`;
    const from = ', in place of the selection with SHA-256 ';
    return [
      line([{ strong: `Version ${version}` }, from, { code: of }, ': ', change, counted]),
      ...(rows.length === 0 ? [] : [headedTable(['Benchmark', 'Out', 'In', 'Reason', 'Evidence'], rows)]),
    ];
  });
  const intro = 'Results on two versions may be compared on the tasks that both have, and no further.';
  return { title: 'History', blocks: [line(intro), ...blocks] };
}

/** Shortfalls, notes of the plan and everything else that a reader must know. */
function warningsSection({ warnings }: Selection): Section {
  const blocks = warnings.map(({ message }) => bullet(message));
  return { title: 'Warnings and Notes', blocks: blocks.length === 0 ? [line('None.')] : blocks };
}

/** Everything needed to make the same selection again, and to notice when it is no longer the same. */
function reproductionSection(
  { plan, benchmarks, tier }: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes>,
): Section {
  const seed = plan.seed === undefined ? ['The plan has no seed'] : ['The seed is ', String(plan.seed)];
  const drawn = benchmarks.filter(({ plan: { select } }) => select.draw !== undefined).map((each) => each.plan.title);
  const breaksTies = benchmarks.some(({ plan: { select } }) =>
    select.prefer.some(({ field }) => field === randomField.name),
  );
  const chance =
    drawn.length > 0
      ? ['the tasks of ', joinWords(drawn), ' were drawn with it']
      : [breaksTies ? 'it breaks the ties of the order' : 'no step of this selection draws at random'];
  const short = benchmarks.some(({ shortfalls }) => shortfalls.length > 0);
  const command = `winnow select PLAN${tier === undefined ? '' : ` --tier ${tier.name}`}${short ? ' --allow-shortfall' : ''}`;
  return {
    title: 'Reproduction',
    blocks: [
      line([
        'Made by ',
        generatedBy,
        ' from plan ',
        plan.name,
        ' (SHA-256 ',
        { code: plan.hash },
        '). ',
        ...seed,
        '; ',
        ...chance,
        '. The same plan and tasks give the same bytes: ',
        { code: command },
        '.',
      ]),
      headedTable(
        ['Benchmark', 'Tasks:', { ...wordColumn('SHA-256 of the tasks'), isCode: true }],
        benchmarks.map(({ plan: { name }, available }) => [name, available, hashes.get(name)?.sha256 ?? '']),
      ),
    ],
  };
}
