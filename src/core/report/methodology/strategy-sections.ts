import { type Block, bullet, headedTable, line, type Section, sentences } from '../../blocks/blocks.js';
import { componentKindOf } from '../../components/component-kinds.js';
import { optimisedClaim, optimumSentence } from '../../describe/describe-optimise.js';
import { describeShare, strategySentences } from '../../describe/describe-strategy.js';
import { fieldWords } from '../../describe/field-words.js';
import {
  evidenceCells,
  evidenceSentence,
  expectedUpliftSentences,
  learnedSentences,
} from '../../describe/forecast-words.js';
import { pilotSentence } from '../../describe/selection-words.js';
import { groupBy } from '../../lists/group-by.js';
import type { ScoreRule } from '../../model/plan.js';
import type { BenchmarkSelection, CutTie, EnsureResult, Selection } from '../../model/selection.js';
import { compareText } from '../../text/compare-text.js';
import { countOf, formatCount } from '../../text/numbers.js';
import { joinWords } from '../../text/words.js';

/** The formula, the average, and the meaning of each component for each benchmark. */
export function scoringSections(selection: Selection): Section[] {
  const { plan, statistics } = selection;
  const { name, decimals, weights } = plan.score;
  const terms = [...weights].map(([component, weight]) => `${weightText(weight)} * ${component}`);
  const average = ` ${statistics.averageScore.toFixed(decimals)} over the ${countOf(statistics.selected, 'selected task')}`;
  return [
    {
      title: `${titleCase(name)} Scoring`,
      blocks: [
        line(['Each task receives a score in ', { asIs: '[0, 1]' }, `, rounded to ${countOf(decimals, 'decimal')}:`]),
        line(`score = ${terms.join('\n      + ')}`, { verbatim: true }),
        line([{ strong: `Average ${name} score:` }, average]),
        ...evidenceBlocks(plan.score),
      ],
    },
    {
      title: 'Component Definitions',
      level: 3,
      blocks: [
        ...[...weights.keys()].flatMap((component) => componentBullets(component, selection)),
        ...standIns(selection),
      ],
    },
  ];
}

/** The paired results that test the score, or a sentence that there are none. */
function evidenceBlocks(score: ScoreRule): Block[] {
  const headings = ['pairs:', 'correlation with uplift', 'within benchmarks', 'source', 'date'];
  return [
    line([{ strong: 'Evidence:' }, ' ', evidenceSentence(score)]),
    ...(score.evidence.length === 0 ? [] : [headedTable(headings, score.evidence.map(evidenceCells))]),
  ];
}

/** "MCP benefit" → "MCP Benefit". */
function titleCase(text: string): string {
  return text.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase());
}

function weightText(weight: number): string {
  return String(weight).length < 4 ? weight.toFixed(2) : String(weight);
}

/** Benchmarks with the same rule share a line. */
function componentBullets(component: string, { plan, benchmarks }: Selection): Block[] {
  const rules = groupBy(benchmarks, ({ plan: { components } }) => {
    const rule = components.get(component);
    return rule === undefined ? '' : componentKindOf(rule).words(rule, plan.fields);
  });
  const lines = [...rules].map(([words, sharing]) => {
    const isAll = sharing.length === benchmarks.length && rules.size === 1;
    const who = isAll ? 'All benchmarks' : joinWords(sharing.map((benchmark) => benchmark.plan.title));
    return bullet([who, ': ', words, '.'], { level: 1 });
  });
  const weight = ` (weight ${plan.score.weights.get(component)})`;
  return [bullet([{ strong: component }, weight], { apart: true }), ...lines];
}

function standIns({ plan, benchmarks }: Selection): Block[] {
  const lines = benchmarks.flatMap(({ plan: rules, tasks, available, census }) =>
    [...plan.score.weights.keys()].flatMap((component) => {
      const count =
        census?.defaulted.get(component) ?? tasks.filter((task) => task.defaulted.includes(component)).length;
      if (count === 0) return [];
      return [bullet([rules.title, `: ${component} for ${count} of ${countOf(available, 'task')}`])];
    }),
  );
  if (lines.length === 0)
    return [line('No score in the pool stands on an assumed value: every field a rule needs was there.')];
  return [line('Values assumed because the field a rule needs was not there:'), ...lines];
}

/** The rule of each benchmark in words, and its effect. */
export function strategySections(selection: Selection): Section[] {
  const { plan, benchmarks } = selection;
  const pilot = pilotSentence(selection);
  const expected = expectedUpliftSentences(selection);
  return [
    {
      title: 'Per-Benchmark Selection Strategies',
      blocks: [
        ...totalBlocks(plan, benchmarks),
        ...(pilot === undefined ? [] : [line(pilot)]),
        ...(expected.length === 0 ? [] : [line(sentences(expected))]),
      ],
    },
    ...benchmarks.map((benchmark) => benchmarkSection(benchmark, plan.fields)),
  ];
}

type Fields = Selection['plan']['fields'];

/** How a total was shared among benchmarks, and the share of each. */
function totalBlocks({ total }: Selection['plan'], benchmarks: readonly BenchmarkSelection[]): Block[] {
  if (total?.take === undefined) return [];
  const got = benchmarks
    .filter(({ plan }) => plan.select.takesShare)
    .map(({ plan, eligible }) => `${plan.title} ${plan.select.take} of ${eligible}`);
  const shared = `${countOf(total.take, 'task')} are shared among the benchmarks ${describeShare(total.share)}`;
  return [line(`${shared} So: ${joinWords(got)}.`)];
}

function priorSentences({ plan, priorSystems }: BenchmarkSelection): string[] {
  if (plan.prior === undefined) return [];
  const { embedded, paths, uplift } = plan.prior;
  const named =
    priorSystems.length > mostNamed ? `${formatCount(priorSystems.length)} systems` : joinWords(priorSystems);
  const places = [...(embedded === undefined ? [] : ['which ship with Winnow']), ...paths];
  const from = `How hard a task is comes from earlier results of ${named} (${places.join(', ')}).`;
  if (uplift === undefined) return [from];
  const noise =
    uplift.assumeNoise === undefined
      ? ''
      : ` One run is assumed to vary by a standard deviation of ${uplift.assumeNoise}.`;
  return [
    from,
    `Its uplift in earlier runs is its mean reward with ${uplift.with} less that with ${uplift.without}, drawn towards its benchmark's mean by its reliability.${noise}`,
  ];
}

const mostNamed = 20;
const mostTies = 12;

function benchmarkSection(benchmark: BenchmarkSelection, fields: Fields): Section {
  const { plan, available, eligible, choices, ensured, groups } = benchmark;
  const ties = groups.flatMap(({ key, tie }) => (tie === undefined ? [] : [tieSentence(key, tie)]));
  const purpose = learnedSentences(benchmark);
  return {
    title: [plan.title, ' (', plan.name, `, ${countOf(choices.length, 'task')})`],
    level: 3,
    blocks: [
      ...(purpose.length === 0 ? [] : [line(sentences(purpose))]),
      line(
        sentences([
          ...priorSentences(benchmark),
          ...strategySentences(plan.select, fields),
          ...ensured.map((result) => ensuredSentence(result, fields)),
          `Selected ${choices.length} of ${available}${eligible < available ? ` (${eligible} eligible)` : ''}.`,
          ...ties.slice(0, mostTies),
        ]),
      ),
      ...allocationBlocks(benchmark, fields),
    ],
  };
}

function ensuredSentence({ rule, value, before, added }: EnsureResult, fields: Fields): string {
  const had = `${fieldWords(rule.by, fields)} ${value} had ${before}`;
  const sentence = `${had}, ${added === 0 ? 'none was added' : `${added} more ${added === 1 ? 'was' : 'were'} added`}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function tieSentence(key: string | undefined, { tied, taken }: CutTie): string {
  const where = key === undefined ? '' : ` in ${key}`;
  return `Ties at the cutoff${where} were broken by id: ${taken} of ${countOf(tied, 'tied task')} selected.`;
}

const mostRows = 50;

function allocationBlocks({ plan, groups, choices, learned }: BenchmarkSelection, fields: Fields): Block[] {
  const rule = plan.select.group;
  if (rule === undefined) return [];
  const by = fields.get(rule.by);
  const isInOrder = by?.kind === 'label' && by.isDifficulty === true;
  const rows = groups.toSorted(
    (a, b) =>
      (isInOrder ? Number(a.key === undefined) - Number(b.key === undefined) : b.size - a.size) ||
      compareText(a.key ?? '', b.key ?? ''),
  );
  const hasDeviations = groups.some(({ deviation }) => deviation !== undefined);
  const hasAdded = plan.select.ensure.length > 0;
  const added = groupBy(hasAdded ? choices.filter(({ ensured }) => ensured !== undefined) : [], ({ group }) => group);
  const unknown = learned === undefined ? '(unknown)' : '(no earlier result)';
  const table = headedTable(
    [
      fieldWords(rule.by, fields),
      'eligible:',
      ...(hasDeviations ? ['standard deviation:'] : []),
      'places:',
      ...(hasAdded ? ['added:'] : []),
    ],
    rows
      .slice(0, mostRows)
      .map((group) => [
        group.pinned ? '(pinned)' : (group.key ?? unknown),
        group.size,
        ...(hasDeviations ? [group.deviation === undefined ? '–' : Number(group.deviation.toPrecision(4))] : []),
        group.allocated,
        ...(hasAdded ? [added.get(group)?.length ?? 0] : []),
      ]),
  );
  const more = rows.length > mostRows ? [line(`And ${countOf(rows.length - mostRows, 'smaller group')}.`)] : [];
  return [table, ...more];
}

/** The goal, the proof, and each rule; nothing for a plan without a goal. */
export function optimumSections({ benchmarks }: Selection): Section[] {
  const seen = new Set<unknown>();
  const parts = benchmarks.flatMap(({ plan, optimum }): Section[] => {
    if (optimum === undefined || seen.has(optimum)) return [];
    seen.add(optimum);
    const { certificate, scope } = optimum;
    const rows = certificate.rules.map(({ rule, limits, atBound, atBoundCount }) => [
      rule,
      formatCount(limits),
      formatCount(atBoundCount),
      `${atBound.join(', ')}${atBoundCount > atBound.length ? ', …' : ''}`,
    ]);
    return [
      {
        title: scope === 'plan' ? 'All Benchmarks' : plan.title,
        level: 3,
        blocks: [
          line(optimumSentence(certificate)),
          line('Ties go to the tasks whose random numbers have the smallest sum.'),
          ...(rows.length === 0 ? [] : [headedTable(['rule', 'applies to:', 'at the bound:', 'which'], rows)]),
        ],
      },
    ];
  });
  return parts.length === 0 ? [] : [{ title: 'Optimisation', blocks: [line(optimisedClaim)] }, ...parts];
}
