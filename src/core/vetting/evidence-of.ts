import { countOf, formatCount } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { visibleText } from '../text/visible-text.js';
import { scoredRuns } from './validity-runs.js';
import type { Objection } from './vetting.js';

/** What objections rest on, in one text: "the reference solution fails: 0 of 3 runs passed (configuration oracle, FILE)". */
export function evidenceOf(objections: readonly Objection[], tolerated: number, tests: number): string {
  return objections.map((each) => sentenceOf(each, tolerated, tests)).join('; ');
}

function sentenceOf(objection: Objection, tolerated: number, tests: number): string {
  const { run, passed, errored, notRun, contrary, pValue } = objection;
  const scored = scoredRuns(objection);
  const isAlways = contrary === scored && run.always !== undefined;
  const begins = isAlways ? run.always.words : `the verdict on ${run.words} changes`;
  const without = [
    ...(errored === 0 ? [] : [`${formatCount(errored)} more errored`]),
    ...(notRun === 0 ? [] : [`${formatCount(notRun)} more not run`]),
  ];
  const counts = [`${formatCount(passed)} of ${countOf(scored, 'run')} passed`, ...without].join(', ');
  const test =
    isAlways || pValue === undefined
      ? ''
      : `, p = ${Number(pValue.toPrecision(2))} if ${percent(tolerated)} of runs go wrong by accident (exact binomial test, Holm-adjusted for ${countOf(tests, 'test')})`;
  return `${begins}: ${counts}${test} (${sourceOf(objection)})`;
}

function sourceOf({ configurations, files }: Objection): string {
  const names = configurations.slice(0, 3).map((name) => visibleText(name, 80));
  const more =
    configurations.length > names.length ? [`${formatCount(configurations.length - names.length)} more`] : [];
  const [file, ...others] = files;
  const where = file === undefined ? [] : [visibleText(file, 200)];
  const rest = others.length === 0 ? '' : ` and ${countOf(others.length, 'more file')}`;
  return (
    [
      `${configurations.length === 1 ? 'configuration' : 'configurations'} ${joinWords([...names, ...more])}`,
      ...where,
    ].join(', ') + rest
  );
}

/** 0.01 → "1%". */
export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(6))}%`;
}
