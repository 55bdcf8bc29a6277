import { bullet, headedTable, joined, line, type Section, type Words, wordColumn } from '../blocks/blocks.js';
import { markdownOf } from '../blocks/markdown.js';
import { strategyLabel } from '../describe/describe-strategy.js';
import { fieldWords } from '../describe/field-words.js';
import { overviewSentence } from '../describe/selection-words.js';
import { type PoolHashes, selectionHashes } from '../fingerprint/fingerprint-pool.js';
import { at, compact, groupBy, largest, sumOf } from '../lists/lists.js';
import type { Dataset, FirstWave, HistoryEntry, LookSchedule, Tier } from '../model/plan.js';
import { type AppliedExclusion, type BenchmarkSelection, type Selection, usedFields } from '../model/selection.js';
import { randomField } from '../model/task.js';
import { boundariesAt } from '../statistics/spending.js';
import { countOf, joinWords, oneLine } from '../text/words.js';
import { claimBox, weightSections } from './methodology/claim-sections.js';
import { balanceSection, featureSections, scoringSections } from './methodology/score-sections.js';
import { optimumSections, strategySections } from './methodology/strategy-sections.js';

/** METHODOLOGY.md, generated entirely from the plan and the selection. */
export function methodologyPage(
  selection: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes> = selectionHashes(selection),
): string {
  return markdownOf([
    { title: selection.plan.title, level: 1, blocks: claimBox(selection) },
    ...methodologySections(selection, generatedBy, hashes),
  ]);
}

export function methodologySections(
  selection: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes> = selectionHashes(selection),
): readonly Section[] {
  const { warnings } = selection;
  return compact([
    overviewSection(selection),
    ...coverageSections(selection),
    ...scoringSections(selection),
    ...featureSections(selection),
    ...strategySections(selection),
    ...optimumSections(selection),
    ...weightSections(selection),
    correctionsSection(selection),
    exclusionsSection(selection),
    ...versionSections(selection),
    warnings.length > 0 && { title: 'Warnings and Notes', blocks: warnings.map(({ message }) => bullet(message)) },
    balanceSection(selection),
    reproductionSection(selection, generatedBy, hashes),
  ]);
}

function overviewSection(selection: Selection): Section {
  const selected = countOf(selection.statistics.selected, 'task');
  const [before = '', ...after] = overviewSentence(selection).split(selected);
  const paragraphs = selection.plan.description?.split(/\n\s*\n/).map((text) => line(oneLine(text))) ?? [];
  const datasets = selection.benchmarks.flatMap(({ plan: { title, dataset } }) =>
    dataset === undefined ? [] : [bullet([title, ': ', ...datasetWords(dataset)])],
  );
  return {
    title: 'Overview',
    blocks: [line([before, { strong: selected }, after.join(selected)]), ...paragraphs, ...datasets],
  };
}

function datasetWords({ url, version, licence }: Dataset): string[] {
  const parts = [url, version !== undefined && `version ${version}`, licence !== undefined && `licence ${licence}`];
  return [compact(parts).join(', '), '.'];
}

function coverageSections(selection: Selection): Section[] {
  const { plan, benchmarks, statistics } = selection;
  const labels = new Map(benchmarks.map(({ plan: rules }) => [rules.name, strategyLabel(rules.select, plan.fields)]));
  const { byPhase, byBenchmark, byLanguage } = statistics;
  const left = byLanguage.filter((row) => row.selected === 0).map((row) => `${row.name} (${row.available})`);
  const phaseBar = barsFor(byPhase);
  const phases = headedTable(
    ['Phase', 'Tasks:', { ...wordColumn('Benchmarks'), isList: true }, 'Chart'],
    byPhase.map((row) => [row.name, row.selected, row.benchmarks.join(', '), phaseBar(row.selected)]),
  );
  const all = headedTable(
    ['Benchmark', 'Available:', 'Selected:', 'Strategy'],
    byBenchmark.map((row) => [row.name, row.available, row.selected, labels.get(row.name) ?? '']),
  );
  const languages = headedTable(
    ['Language', 'Tasks:'],
    byLanguage.filter((row) => row.selected > 0).map((row) => [row.name, row.selected]),
  );
  const onlyInPool = line(['Not selected: ', ...joined(left, ', '), '.']);
  return compact([
    byPhase.length > 0 && { title: 'Phase Coverage', blocks: [phases] },
    { title: 'Benchmark Coverage', blocks: [all] },
    usedFields(selection).some(({ name }) => name === 'language') && {
      title: 'Language Distribution',
      blocks: left.length === 0 ? [languages] : [languages, onlyInPool],
    },
  ]);
}

const longestBar = 20;

/** Bars in proportion to the largest count. Any count above 0 gets a bar. */
function barsFor(rows: readonly { readonly selected: number }[]): (count: number) => string {
  const most = largest(rows.map(({ selected }) => selected));
  return (count) => '█'.repeat(count === 0 ? 0 : Math.max(1, Math.round((longestBar * count) / most)));
}

function correctionsSection({ plan, benchmarks }: Selection): Section | undefined {
  const rows = benchmarks.flatMap(({ plan: rules, corrections }) =>
    [...groupBy(corrections, ({ rule }) => rule)].flatMap(([{ field, by }, alike]) => {
      const changes = alike.flatMap(({ key, to, changed }) =>
        [...changed].map(([from, count]) => ({ key, from: from === '' ? '(none)' : from, to: String(to), count })),
      );
      if (changes.length === 0) return [];
      const list = changes.map(({ key, from, to, count }) => [key, ' ', from, ' → ', to, ` (${count})`]);
      const what = `, ${fieldWords(field, plan.fields)} by ${fieldWords(by, plan.fields)}: `;
      return [{ count: sumOf(changes, ({ count }) => count), words: [rules.name, what, ...joined(list, ', '), '.'] }];
    }),
  );
  const conflicts = benchmarks.flatMap(({ plan: rules, conflicts: counts }) =>
    counts.map(({ field, took, from, against, in: place, tasks }) =>
      bullet([
        rules.name,
        `: ${field} `,
        took,
        ` (${from}) was used instead of `,
        against,
        ` (${place}) for ${countOf(tasks, 'task')}`,
      ]),
    ),
  );
  const total = sumOf(rows, ({ count }) => count);
  if (rows.length + conflicts.length === 0) return undefined;
  const intro = `${countOf(total, 'label')} ${total === 1 ? 'was' : 'were'} corrected before scoring.`;
  return {
    title: 'Corrections',
    blocks: [
      ...(rows.length === 0 ? [] : [line(intro), ...rows.map(({ words }) => bullet(words))]),
      ...(conflicts.length === 0 ? [] : [line('Labels that differ between the files of a task:'), ...conflicts]),
    ],
  };
}

/** The most tasks listed per reason if they would not have been selected anyway; selection.json lists all. */
const mostExcluded = 20;

function exclusionsSection({ benchmarks }: Selection): Section | undefined {
  const total = sumOf(benchmarks, ({ exclusions }) => exclusions.length);
  if (total === 0) return undefined;
  const rows = benchmarks.flatMap(({ plan, exclusions }) => {
    const row = (who: string, { reason, evidence, ...by }: AppliedExclusion, instead: string) => {
      const decided = compact([by.date, by.who]).join(', ');
      return bullet([
        { strong: who },
        ' (',
        plan.name,
        `), ${reason}${decided === '' ? '' : ` (${decided})`}`,
        ...(evidence === undefined ? ['.'] : [': ', evidence.replace(/\.?$/, '.')]),
        ` ${instead}`,
      ]);
    };
    const insteadOf = ({ wouldBeIn, replacedBy }: AppliedExclusion) => {
      if (!wouldBeIn) return 'It would not have been selected anyway.';
      // The goal chooses all tasks together, so that none of them replaces another.
      if (plan.select.optimise !== undefined) return 'It would be selected without the exclusions.';
      return replacedBy === undefined ? 'Not replaced.' : `Replaced by ${replacedBy}.`;
    };
    const alike = groupBy(
      exclusions.filter(({ wouldBeIn }) => !wouldBeIn),
      ({ reason, evidence, date, who }) => JSON.stringify([reason, evidence, date, who]),
    );
    const more = [...alike.values()].map((each) => each.slice(mostExcluded)).filter(({ length }) => length > 0);
    const left = new Set(more.flat());
    return [
      ...exclusions.filter((each) => !left.has(each)).map((each) => row(each.taskId, each, insteadOf(each))),
      ...more.map((each) =>
        row(countOf(each.length, 'more task'), at(each, 0), 'None would have been selected anyway.'),
      ),
    ];
  });
  const intro = `${countOf(total, 'task')} ${total === 1 ? 'is' : 'are'} in the pool but cannot be selected.`;
  return { title: 'Exclusions', blocks: [line(intro), ...rows] };
}

function versionSections({ tier, looks, wave, plan: { history = [], waves } }: Selection): Section[] {
  return compact([
    tier && (waves === undefined ? tierSection(tier) : firstWaveSection(tier)),
    wave && secondWaveSection(wave),
    looks && looksSection(looks),
    history.length > 0 && historySection(history),
  ]);
}

function tierSection({ name, size, full, sizes }: Tier): Section {
  const others = [...sizes].filter(([other]) => other !== name).map(([other, count]) => `${other} (${count})`);
  const words: Words = [
    'This is the ',
    name,
    ` tier: ${size} of the ${full} tasks in the full selection. Each tier contains all smaller ones. The probabilities, weights and claims on this page apply to this tier.`,
    ...(others.length === 0 ? [] : [' Other tiers: ', others.join(', '), '.']),
  ];
  return { title: 'Tier', blocks: [line(words)] };
}

function firstWaveSection({ size, full }: Tier): Section {
  const words: Words = [
    `This is the first of two waves: ${size} of ${full} tasks. Run one system on them, then run `,
    { code: 'winnow select --wave RESULTS' },
    ' to select the rest for that system. The second wave takes more tasks from the difficulty bands where its results are least certain. The probabilities, weights and claims on this page apply to the first wave.',
  ];
  return { title: 'First Wave', blocks: [line(words)] };
}

function secondWaveSection({ system, rewards }: FirstWave): Section {
  const words: Words = [
    'This selection was made in two waves for the system ',
    system,
    `. It includes all ${countOf(rewards.size, 'task')} from the first wave; selection.json records their results. The remaining places were allocated to difficulty bands in proportion to the expected standard deviations of their tasks. Each expected variance is 0.7 times the prediction of a curve fitted to these results, plus 0.3 times the prediction from earlier systems. Within a band, tasks were drawn at random. Select a separate second wave for each system you measure.`,
  ];
  return { title: 'Second Wave', blocks: [line(words)] };
}

function looksSection({ sizes, errorRate }: LookSchedule): Section {
  const all = sizes.at(-1) ?? 1;
  const boundaries = boundariesAt(
    sizes.map((size) => size / all),
    errorRate / 2,
  );
  const rows = boundaries.map(({ critical, spent }, look) => [
    look + 1,
    sizes[look] ?? 0,
    Number.isFinite(critical) ? critical.toFixed(3) : 'none',
    `${Number((200 * spent).toPrecision(2))}%`,
  ]);
  return {
    title: 'Planned Looks',
    blocks: [
      line([
        `The plan allows ${sizes.length} looks at the results as they come in, using `,
        { code: 'winnow next' },
        `. Across all looks, the chance of a false verdict is about ${100 * errorRate}%. For each task, selection.json records the first look that includes it. The boundaries apply to comparisons of two systems: a verdict requires a z value beyond the boundary (O'Brien–Fleming-type spending, Lan and DeMets 1983). An unplanned look changes the boundaries of later looks.`,
      ]),
      headedTable(['Look:', 'Tasks:', 'Boundary:', 'Error spent:'], rows),
    ],
  };
}

function historySection(history: readonly HistoryEntry[]): Section {
  const blocks = history.flatMap(({ version, of, change, reasons }) => {
    const rows = reasons.map(({ benchmark, taskId, replacedBy, reason, evidence }) => {
      return [benchmark, taskId, replacedBy ?? 'none', reason, evidence ?? ''];
    });
    const counted = rows.length === 0 ? ' No tasks removed.' : ` ${countOf(rows.length, 'task')} removed.`;
    const from = ', replacing the selection with SHA-256 ';
    return [
      line([{ strong: `Version ${version}` }, from, { code: of }, ': ', change, counted]),
      ...(rows.length === 0 ? [] : [headedTable(['Benchmark', 'Removed', 'Added', 'Reason', 'Evidence'], rows)]),
    ];
  });
  const intro = 'Compare results from two versions only on the tasks they share.';
  return { title: 'History', blocks: [line(intro), ...blocks] };
}

function reproductionSection(
  { plan, benchmarks, tier }: Selection,
  generatedBy: string,
  hashes: ReadonlyMap<string, PoolHashes>,
): Section {
  const drawn = benchmarks.filter(({ plan: { select } }) => select.draw !== undefined).map((each) => each.plan.title);
  // Random numbers also break ties between selections with equal goals.
  const breaksTies = benchmarks.some(
    ({ plan: { select }, optimum }) =>
      optimum !== undefined || select.prefer.some(({ field }) => field === randomField.name),
  );
  const chance =
    drawn.length > 0
      ? ['used to draw the tasks from ', joinWords(drawn)]
      : [breaksTies ? 'used only to break ties' : 'not used'];
  const seed = plan.seed === undefined ? ['without a seed'] : [`with seed ${plan.seed} (`, ...chance, ')'];
  const short = benchmarks.some(({ shortfalls }) => shortfalls.length > 0);
  const options = `${tier === undefined ? '' : ` --tier ${tier.name}`}${short ? ' --allow-shortfall' : ''}`;
  return {
    title: 'Appendix: Reproduction',
    blocks: [
      line([
        'Generated by ',
        generatedBy,
        ' from plan ',
        plan.name,
        ' (SHA-256 ',
        { code: plan.hash },
        ') ',
        ...seed,
        '. To reproduce it byte for byte, run ',
        { code: `winnow select ${commandName(plan.name, benchmarks)}${options}` },
        '.',
      ]),
      line('SHA-256 of each benchmark’s tasks:'),
      ...benchmarks.map(({ plan: { name } }) => bullet([name, ': ', { code: hashes.get(name)?.sha256 ?? '' }])),
    ],
  };
}

/** Only the names of built-in plans are known here, because paths are not part of a result. */
function commandName(name: string, benchmarks: readonly BenchmarkSelection[]): string {
  const isBuiltIn = benchmarks.every(
    ({ plan: { source }, learned }) =>
      source.kind === 'embedded' && (name === source.name || name === `${source.name}-${learned?.purpose}`),
  );
  return isBuiltIn ? name : 'PLAN';
}
