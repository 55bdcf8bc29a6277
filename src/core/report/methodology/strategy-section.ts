import { learnedSentences } from '../../describe/describe-learned.js';
import { describeShare, strategySentences } from '../../describe/describe-strategy.js';
import { expectedUpliftSentences } from '../../describe/expected-uplift-words.js';
import { fieldWords } from '../../describe/field-words.js';
import { pilotSentence } from '../../describe/pilot-words.js';
import { groupBy } from '../../lists/group-by.js';
import type { BenchmarkSelection, CutTie, EnsureResult, Selection } from '../../model/selection.js';
import { compareText } from '../../text/compare-text.js';
import { countOf } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** A paragraph for each benchmark: the rule in words, then what it did. */
export function strategySection(selection: Selection): string {
  const { plan, benchmarks } = selection;
  const parts = benchmarks.map((benchmark) => benchmarkText(benchmark, plan.fields));
  const pilot = pilotSentence(selection);
  const expected = expectedUpliftSentences(selection).map(markdownText).join(' ');
  return [
    '## Per-Benchmark Selection Strategies',
    ...totalText(plan, benchmarks),
    ...(pilot === undefined ? [] : [markdownText(pilot)]),
    ...(expected === '' ? [] : [expected]),
    ...parts,
  ].join('\n\n');
}

type Fields = Selection['plan']['fields'];

/** How a total was shared among benchmarks, and what each got. */
function totalText({ total }: Selection['plan'], benchmarks: readonly BenchmarkSelection[]): string[] {
  if (total?.take === undefined) return [];
  const got = benchmarks
    .filter(({ plan }) => plan.select.takesShare)
    .map(({ plan, eligible }) => `${plan.title} ${plan.select.take} of ${eligible}`);
  return [
    markdownText(
      `${countOf(total.take, 'task')} are shared among the benchmarks ${describeShare(total.share)} So: ${joinWords(got)}.`,
    ),
  ];
}

function priorSentence({ plan, priorSystems }: BenchmarkSelection): string[] {
  if (plan.prior === undefined) return [];
  const { paths, uplift } = plan.prior;
  return [
    `How hard a task is comes from earlier results of ${joinWords(priorSystems)} (${paths.join(', ')}).`,
    ...(uplift === undefined
      ? []
      : [
          `Its uplift in earlier runs is its mean reward with ${uplift.with} less that with ${uplift.without}, drawn towards its benchmark's mean by its reliability.${uplift.assumeNoise === undefined ? '' : ` One run is assumed to vary by a standard deviation of ${uplift.assumeNoise}.`}`,
        ]),
  ].map(markdownText);
}

function benchmarkText(benchmark: BenchmarkSelection, fields: Fields): string {
  const { plan, available, eligible, choices, ensured } = benchmark;
  const heading = `### ${markdownText(plan.title)} (${markdownText(plan.name)}, ${countOf(choices.length, 'task')})`;
  const rule = strategySentences(plan.select, fields).map(markdownText);
  const outcome = `Selected ${choices.length} of ${available}${eligible < available ? ` (${eligible} eligible)` : ''}.`;
  const added = ensured.map((result) => ensuredSentence(result, fields));
  const ties = benchmark.groups.flatMap(({ key, tie }) => (tie === undefined ? [] : [tieSentence(key, tie)]));
  const text = [...priorSentence(benchmark), ...rule, ...added, outcome, ...ties.slice(0, mostTies)].join(' ');
  const purpose = learnedSentences(benchmark).map(markdownText).join(' ');
  return [heading, ...(purpose === '' ? [] : [purpose]), text, ...allocationTable(benchmark, fields)].join('\n\n');
}

function ensuredSentence({ rule, value, before, added }: EnsureResult, fields: Fields): string {
  const had = `${markdownText(`${fieldWords(rule.by, fields)} ${value}`)} had ${before}`;
  const sentence = `${had}, ${added === 0 ? 'none was added' : `${added} more ${added === 1 ? 'was' : 'were'} added`}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

const mostTies = 12;

function tieSentence(key: string | undefined, { tied, taken }: CutTie): string {
  const where = key === undefined ? '' : ` in ${markdownText(key)}`;
  return `Ties at the cutoff${where} were broken by id: ${taken} of ${countOf(tied, 'tied task')} selected.`;
}

const mostRows = 50;

function allocationTable({ plan, groups, choices, learned }: BenchmarkSelection, fields: Fields): string[] {
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
  const table = markdownTable(
    [
      fieldWords(rule.by, fields),
      'eligible:',
      ...(hasDeviations ? ['standard deviation:'] : []),
      'places:',
      ...(hasAdded ? ['added:'] : []),
    ].map(markdownText),
    rows.slice(0, mostRows).map((group) => {
      return [
        markdownText(
          group.pinned ? '(pinned)' : (group.key ?? (learned === undefined ? '(unknown)' : '(no earlier result)')),
        ),
        group.size,
        ...(hasDeviations ? [group.deviation === undefined ? '–' : Number(group.deviation.toPrecision(4))] : []),
        group.allocated,
        ...(hasAdded ? [added.get(group)?.length ?? 0] : []),
      ];
    }),
  );
  const more = rows.length > mostRows ? [`And ${countOf(rows.length - mostRows, 'smaller group')}.`] : [];
  return [table, ...more];
}
