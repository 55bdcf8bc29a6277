import { line, plainTable, quietLine, type Section, type Words } from '../core/blocks/blocks.js';
import { optimisedClaim, optimumSentence } from '../core/describe/describe-optimise.js';
import { fieldWords } from '../core/describe/field-words.js';
import { evidenceSentence, expectedUpliftSentences, learnedSentences } from '../core/describe/forecast-words.js';
import { labelCoverage } from '../core/describe/label-coverage.js';
import { claimOf, pilotSentence } from '../core/describe/selection-words.js';
import { warningKinds } from '../core/describe/warning-kinds.js';
import { compact, sumOf } from '../core/lists/lists.js';
import type { Warning } from '../core/model/errors.js';
import { writtenField } from '../core/model/plan.js';
import { type Selection, usedFields } from '../core/model/selection.js';
import { countOf, formatCount, visibleText } from '../core/text/words.js';
import { firstOf, section, sectionsOf, under } from './declare/sections.js';

const prose = (words: Words) => line(words, { isProse: true });

/** The printed selection on one screen; verbose: also every correction, exclusion and warning. */
export function selectionView(selection: Selection, isVerbose: boolean): readonly Section[] {
  const { plan, statistics } = selection;
  const isScored = plan.score.weights.size > 0 && !isEven(selection);
  const usesLanguage = usedFields(selection).some(({ name }) => name === 'language');
  const average: Words = [
    `, average ${visibleText(plan.score.name)} score `,
    { strong: statistics.averageScore.toFixed(plan.score.decimals) },
  ];
  const headline: Words = [
    { strong: visibleText(plan.name) },
    ': ',
    { strong: `${formatCount(statistics.selected)} of ${countOf(statistics.available, 'task')}` },
    ` from ${countOf(plan.benchmarks.length, 'benchmark')}`,
    ...(isScored ? average : []),
  ];
  const pilot = pilotSentence(selection);
  const { byPhase, byBenchmark, byLanguage } = statistics;
  const tables = compact([
    (byPhase.length > 1 || (isScored && byPhase.length > 0)) && { title: 'Phase', rows: byPhase },
    { title: 'Benchmark', rows: byBenchmark },
    usesLanguage && { title: 'Language', rows: byLanguage },
  ]);
  const labels = labelCoverage(selection).map(({ field, rows }) => {
    return { title: visibleText(fieldWords(field, plan.fields), 30), rows };
  });
  return sectionsOf(
    section(line(headline)),
    claim(selection),
    isVerbose && ruleTables(selection),
    purposes(selection),
    section(pilot !== undefined && prose(visibleText(pilot, 400))),
    sentences('Expected uplift', expectedUpliftSentences(selection)),
    section(isScored && prose(visibleText(evidenceSentence(plan.score), 400))),
    section(quietLine('Coverage: selected / available')),
    section({ kind: 'coverage', tables }),
    section(labels.length > 0 && { kind: 'coverage', tables: labels }),
    ...(isVerbose ? [corrections(selection), exclusions(selection), warnings(selection)] : [attention(selection)]),
  );
}

/** Whether the tasks are drawn at random and all have the same score, so that the score is not worth showing. */
function isEven({ kind, benchmarks, choices }: Selection): boolean {
  const hasOneScore = new Set(choices.map(({ task }) => task.score)).size === 1;
  const isConstant = benchmarks.every(({ warnings: own }) => own.some(({ code }) => code === constantScore));
  return kind === 'representative' && hasOneScore && isConstant;
}

const constantScore = 'constant-component';

function claim(selection: Selection): Section {
  const { weighting, benchmarks } = selection;
  const [label = '', ...rest] = claimOf(selection).split(':');
  const certificates = new Set(benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []));
  return section(
    prose([{ strong: label }, `:${rest.join(':')}`]),
    weighting && weightWords(weighting),
    [...certificates].map((certificate) => prose(visibleText(optimumSentence(certificate), 1000))),
    certificates.size > 0 && selection.kind === 'focus' && prose(optimisedClaim),
  );
}

function ruleTables({ benchmarks }: Selection): Section[] {
  const certificates = new Set(benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []));
  return [...certificates].flatMap(({ rules }) => {
    const reached = rules.filter((each) => each.reached !== '');
    const rows = reached.map((each) => [visibleText(each.rule, 80), each.reached]);
    return under('Rules, with the count or sum reached', rows.length > 0 && plainTable('Rules', rows));
  });
}

function weightWords({ weightSum, effectiveSize, designEffect, sampled }: NonNullable<Selection['weighting']>): string {
  return `Weights sum to ${formatCount(Number(weightSum.toFixed(1)))}; effective n ${effectiveSize.toFixed(1)} of ${formatCount(sampled)}, design effect ${designEffect.toFixed(3)}.`;
}

function purposes({ benchmarks }: Selection): Section[] {
  return benchmarks.flatMap((benchmark) =>
    sentences(
      `Purpose of ${visibleText(benchmark.plan.title, 60)}: ${benchmark.learned?.purpose}`,
      learnedSentences(benchmark),
    ),
  );
}

function sentences(title: string, list: readonly string[]): readonly Section[] {
  return under(
    title,
    list.map((sentence) => prose(visibleText(sentence, 400))),
  );
}

const mostRows = 20;
const mostAttention = 8;

/** Warnings and changes, counted by kind; --verbose and METHODOLOGY.md have the full text. */
function attention(selection: Selection): readonly Section[] {
  const { benchmarks } = selection;
  const corrected = new Map<string, number>();
  for (const { rule, changed } of benchmarks.flatMap((benchmark) => benchmark.corrections)) {
    const tasks = sumOf(changed.values(), (count) => count);
    if (tasks > 0) corrected.set(rule.field, (corrected.get(rule.field) ?? 0) + tasks);
  }
  const excluded = sumOf(benchmarks, ({ exclusions: left }) => left.length);
  const told = selection.warnings.filter(({ code }) => code !== constantScore || !isEven(selection));
  const rows = [
    ...[...corrected].map(([field, tasks]) => {
      return [tasks, `${countedWord(tasks, 'label')} corrected: ${fieldWords(field, selection.plan.fields)}`] as const;
    }),
    ...(excluded === 0 ? [] : [[excluded, `${countedWord(excluded, 'task')} excluded by the plan`] as const]),
    ...warningKinds(told).map(({ words, warnings: own, count }) => [count, words + where(own)] as const),
  ];
  const shown = rows.slice(0, mostAttention).map(([count, words]) => [formatCount(count), visibleText(words, 200)]);
  const left = rows.length - shown.length;
  const more = `${left > 0 ? `and ${countOf(left, 'more kind')}. ` : ''}For details, add --verbose or see METHODOLOGY.md`;
  const title = 'Needs attention';
  const table = [plainTable(title, shown, { figures: [0] }), quietLine(more)];
  return under([{ strong: title, tone: 'warning' }], rows.length > 0 && table);
}

function countedWord(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}

function where(list: readonly Warning[]): string {
  const names = [...new Set(list.flatMap(({ benchmark }) => benchmark ?? []))];
  if (names.length === 0) return '';
  return ` (${names.slice(0, 2).join(', ')}${names.length > 2 ? ` and ${names.length - 2} more` : ''})`;
}

function corrections({ benchmarks }: Selection): readonly Section[] {
  const lines = benchmarks.flatMap(({ plan, corrections: applied }) =>
    applied.flatMap(({ rule, key, to, changed }) =>
      [...changed].map(
        ([from, count]) =>
          `${plan.name}: ${writtenField(plan, rule.field)} of ${countOf(count, 'task')} with ${writtenField(plan, rule.by)} ${key}: ${from === '' ? 'none' : from} -> ${to}`,
      ),
    ),
  );
  const applied = benchmarks.flatMap((benchmark) => benchmark.corrections);
  const labels = sumOf(applied, ({ changed }) => sumOf(changed.values(), (count) => count));
  return listed([{ strong: `Corrected (${countOf(labels, 'label')})` }], lines);
}

function exclusions({ benchmarks }: Selection): readonly Section[] {
  const lines = benchmarks.flatMap(({ plan, exclusions: left }) =>
    left.map(({ taskId, reason, evidence, wouldBeIn, replacedBy }) => {
      const why = evidence === undefined ? reason : `${reason}: ${evidence}`;
      const instead = wouldBeIn ? `replacement: ${replacedBy ?? 'none'}` : 'would not have been selected';
      return `${plan.name} ${taskId} (${why}); ${instead}`;
    }),
  );
  return listed([{ strong: `Excluded (${countOf(lines.length, 'task')})` }], lines);
}

function warnings({ warnings: list }: Selection): readonly Section[] {
  return listed(
    [{ strong: `Warnings (${list.length})`, tone: 'warning' }],
    list.map(({ message }) => message),
  );
}

function listed(title: Words, lines: readonly string[]): readonly Section[] {
  const rest = (left: number) => `and ${formatCount(left)} more in METHODOLOGY.md`;
  return under(
    title,
    firstOf(
      lines.map((each) => visibleText(each, 398)),
      mostRows,
      rest,
    ),
  );
}
