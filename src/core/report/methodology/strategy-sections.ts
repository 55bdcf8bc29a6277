import { type Block, headedTable, joined, line, type Section, sentences } from '../../blocks/blocks.js';
import { optimisedClaim, optimumSentence } from '../../describe/describe-optimise.js';
import { describeShare, strategySentences } from '../../describe/describe-strategy.js';
import { fieldWords } from '../../describe/field-words.js';
import { expectedUpliftSentences, learnedSentences } from '../../describe/forecast-words.js';
import { pilotSentence } from '../../describe/selection-words.js';
import { compact, groupBy } from '../../lists/lists.js';
import { conditionHolds, type SelectRule } from '../../model/select-rule.js';
import type { BenchmarkSelection, CutTie, EnsureResult, Selection } from '../../model/selection.js';
import { compareText, countOf, formatCount, joinWords } from '../../text/words.js';

export function strategySections(selection: Selection): Section[] {
  const { plan, benchmarks } = selection;
  const pilot = pilotSentence(selection);
  const expected = expectedUpliftSentences(selection);
  return [
    {
      title: 'Per-Benchmark Selection Strategies',
      blocks: compact([
        totalLine(plan, benchmarks),
        pilot !== undefined && line(pilot),
        expected.length > 0 && line(sentences(expected)),
      ]),
    },
    ...benchmarks
      .filter((benchmark) => !isWhole(benchmark))
      .map((benchmark) => benchmarkSection(benchmark, plan.fields)),
  ];
}

/** If every task is selected, the coverage table already shows everything. */
function isWhole({ plan: { select, prior }, choices, available }: BenchmarkSelection): boolean {
  const { take, group, optimise, where } = select;
  const isPlain = take === 'all' && group === undefined && optimise === undefined && where === undefined;
  return isPlain && prior === undefined && choices.length === available;
}

type Fields = Selection['plan']['fields'];

function totalLine({ total }: Selection['plan'], benchmarks: readonly BenchmarkSelection[]): Block | undefined {
  if (total?.take === undefined) return undefined;
  const got = benchmarks
    .filter(({ plan }) => plan.select.takesShare)
    .map(({ plan, eligible }) => `${plan.title} ${plan.select.take} of ${eligible}`);
  const shared = `${countOf(total.take, 'task')} are divided among the benchmarks ${describeShare(total.share)}`;
  return line(`${shared} Result: ${joinWords(got)}.`);
}

function priorSentences({ plan, priorSystems, learned }: BenchmarkSelection): string[] {
  if (plan.prior === undefined) return [];
  const { embedded, paths, uplift } = plan.prior;
  const isLong = priorSystems.length > mostNamed;
  const named = isLong ? `${formatCount(priorSystems.length)} systems` : joinWords(priorSystems);
  const places = [...(embedded === undefined ? [] : ['Winnow’s built-in data']), ...paths].join(', ');
  // With a purpose, the number of systems is already given.
  const from = `The earlier results come from ${isLong && learned !== undefined ? places : `${named} (${places})`}.`;
  if (uplift === undefined) return [from];
  const noise =
    uplift.assumeNoise === undefined
      ? ''
      : ` The plan assumes a standard deviation of ${uplift.assumeNoise} for a single run.`;
  return [
    from,
    `A task's uplift in earlier runs is its mean reward with ${uplift.with} minus its mean reward with ${uplift.without}, shrunk towards its benchmark's mean according to its reliability.${noise}`,
  ];
}

const exclusionsInSizes =
  'Excluded tasks count towards the sizes of groups, so that an exclusion moves no places between groups.';
const mostNamed = 20;
const mostTies = 12;
const mostTiesInWarnings = 6;

function withMetPins({ plan: { select }, choices }: BenchmarkSelection): SelectRule {
  const { pinWhere } = select;
  if (pinWhere === undefined) return select;
  return { ...select, pinWhere: pinWhere.filter((where) => choices.some(({ task }) => conditionHolds(where, task))) };
}

function benchmarkSection(benchmark: BenchmarkSelection, fields: Fields): Section {
  const { plan, available, eligible, choices, ensured, groups, exclusions } = benchmark;
  const isShared = plan.select.group !== undefined && plan.select.take !== 'all';
  const ties = groups.flatMap(({ key, tie }) => (tie === undefined ? [] : [tieSentence(key, tie)]));
  const purpose = learnedSentences(benchmark);
  return {
    title: [plan.title, ' (', plan.name, `, ${countOf(choices.length, 'task')})`],
    level: 3,
    blocks: compact([
      purpose.length > 0 && line(sentences(purpose)),
      line(
        sentences([
          ...priorSentences(benchmark),
          ...strategySentences(withMetPins(benchmark), fields),
          ...ensuredSentences(ensured),
          ...(eligible < available ? [`${eligible} of ${available} tasks are eligible.`] : []),
          ...(isShared && exclusions.length > 0 ? [exclusionsInSizes] : []),
          // Up to this number, the warnings list every tie.
          ...(ties.length > mostTiesInWarnings ? ties.slice(0, mostTies) : []),
        ]),
      ),
      ...allocationBlocks(benchmark, fields),
    ]),
  };
}

/** For example "Counts before: go 13, typescript 7, javascript 2. Added: 1 javascript." */
function ensuredSentences(ensured: readonly EnsureResult[]): string[] {
  return [...groupBy(ensured, ({ rule }) => rule).values()].map((results) => {
    const had = results.map(({ value, before }) => `${value} ${before}`).join(', ');
    const added = results.filter((result) => result.added > 0).map((result) => `${result.added} ${result.value}`);
    return `Counts before: ${had}. Added: ${added.length === 0 ? 'none' : joinWords(added)}.`;
  });
}

function tieSentence(key: string | undefined, { tied, taken }: CutTie): string {
  const where = key === undefined ? '' : ` in ${key}`;
  return `Ties at the cutoff${where} were broken by id, compared as text: ${taken} of ${countOf(tied, 'tied task')} selected.`;
}

const mostRows = 50;
const mostInline = 15;

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
  const unknown = learned === undefined ? '(unknown)' : '(no earlier result)';
  const nameOf = (group: (typeof groups)[number]) => (group.pinned ? '(pinned)' : (group.key ?? unknown));
  const hasAdded = plan.select.ensure.length > 0;
  const added = groupBy(hasAdded ? choices.filter(({ ensured }) => ensured !== undefined) : [], ({ group }) => group);
  if (!hasDeviations && rows.length <= mostInline) {
    const places = rows.map((group) => {
      const more = added.get(group)?.length ?? 0;
      return [nameOf(group), ` ${group.allocated}${more === 0 ? '' : `+${more}`}/${formatCount(group.size)}`];
    });
    return [line([`Places by ${fieldWords(rule.by, fields)}: `, ...joined(places, ', '), '.'])];
  }
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
        nameOf(group),
        group.size,
        ...(hasDeviations ? [group.deviation === undefined ? '–' : Number(group.deviation.toPrecision(4))] : []),
        group.allocated,
        ...(hasAdded ? [added.get(group)?.length ?? 0] : []),
      ]),
  );
  const more = countOf(rows.length - mostRows, 'smaller group');
  return compact([table, rows.length > mostRows && line(`The table leaves out ${more}.`)]);
}

export function optimumSections({ benchmarks }: Selection): Section[] {
  // Benchmarks chosen together share an optimum.
  const optima = new Map(
    benchmarks.flatMap(({ plan, optimum }) => (optimum === undefined ? [] : [[optimum, plan] as const])),
  );
  const parts = [...optima].map(([{ certificate, scope }, plan]): Section => {
    const rows = certificate.rules.map(({ rule, limits, reached, atBound, atBoundCount }) => [
      rule,
      reached,
      formatCount(limits),
      formatCount(atBoundCount),
      `${atBound.join(', ')}${atBoundCount > atBound.length ? ', …' : ''}`,
    ]);
    return {
      title: scope === 'plan' ? 'All Benchmarks' : plan.title,
      level: 3,
      blocks: compact([
        line(optimumSentence(certificate)),
        line('Ties are broken by the smallest sum of random numbers.'),
        rows.length > 0 && headedTable(['Rule', 'Reached', 'Limits:', 'At bound:', 'Limits at bound'], rows),
      ]),
    };
  });
  return parts.length === 0 ? [] : [{ title: 'Optimisation', blocks: [line(optimisedClaim)] }, ...parts];
}
