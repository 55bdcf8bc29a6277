import { dirname, join, relative, resolve } from 'node:path';
import { countOf } from '../../core/text/count-of.js';
import { packageRoot } from '../../disk/package-root.js';
import { benchmarkKeys, plainKey } from './benchmark-keys.js';
import { type CountedBenchmark, draftPlan, type PlanDraft } from './draft-plan.js';
import { formatsOfPlan } from './known-formats.js';
import { nothingFound, refuseMissing } from './path-faults.js';
import { type PlaceSurvey, surveyPlace } from './place-survey.js';
import { placeText, withSlashes } from './place-text.js';
import { nameOf, type PlanPart, planParts } from './plan-parts.js';
import { planText } from './plan-text.js';
import { type Progress, ProgressTeller } from './progress.js';
import { tallyParts } from './tally-parts.js';

/** Looks at the paths twice: first for what there is, then for what each benchmark of the plan will read. */
export async function makePlan(
  paths: readonly string[],
  out: string,
  name: string | undefined,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<{ text: string; draft: PlanDraft; leftOut: readonly string[] }> {
  refuseMissing(paths);
  const places = [...new Map(paths.map((path) => [resolve(path), path])).values()];
  const formats = formatsOfPlan();
  const teller = new ProgressTeller(places.length * 2, onProgress);
  const surveys: PlaceSurvey[] = [];
  for (const path of places) {
    teller.enter(path);
    surveys.push(await surveyPlace(path, formats, teller.found));
  }
  if (surveys.every(({ all }) => all.size === 0)) throw nothingFound(surveys, formats);
  teller.enter('');
  const { counted, unnameable } = await countParts(planParts(surveys), dirname(out), teller.found);
  const [first = ''] = places;
  const draft = draftPlan(name ?? planName(places.length === 1 ? nameOf(first) : 'starter'), counted);
  const leftOut = [...unnameable, ...surveys.flatMap(unread)];
  const schema = withSlashes(relative(dirname(resolve(out)), join(packageRoot(), 'schema', 'plan.schema.json')));
  return { text: planText(draft, { schema, lines: headerLines(leftOut) }), draft, leftOut };
}

async function countParts(parts: readonly PlanPart[], base: string, onFound: (path: string) => void) {
  let keys = benchmarkKeys(parts);
  let tallies = await tallyParts(keys, onFound);
  // Files that repeat each other's ids are benchmarks of their own: the whole and its lite edition.
  const apart = parts.flatMap((part) => {
    const { sameId = 0, sameButForCase = 0 } = tallies.get(part)?.duplicates ?? {};
    if (part.named || part.paths.length < 2 || sameId + sameButForCase === 0) return [part];
    return part.paths.map((path) => ({ ...part, name: nameOf(path), paths: [path] }));
  });
  if (apart.length > parts.length) {
    keys = benchmarkKeys(apart);
    tallies = await tallyParts(keys, onFound);
  }
  const counted = [...tallies].flatMap(([part, counts]): CountedBenchmark[] => {
    const key = keys.get(part);
    if (key === undefined || counts.tasks === 0) return [];
    return [{ key, paths: part.paths.map((path) => seenFrom(base, path)), counts }];
  });
  const unnameable = apart
    .filter((part) => !keys.has(part))
    .map(
      ({ name }) =>
        `Tasks that name the benchmark "${name}", which cannot be a key of a plan: it has a space or a slash, or two formats use it.`,
    );
  return { counted, unnameable };
}

/** A path as a plan in the folder `base` writes it. */
function seenFrom(base: string, path: string): string {
  const seen = withSlashes(relative(resolve(base), resolve(path)));
  return seen === '' ? '.' : seen;
}

function planName(name: string): string {
  const plain = plainKey(name.normalize('NFKD').replace(/[^\x20-\x7e]/g, ''));
  return /^[A-Za-z0-9]/.test(plain) ? plain : 'starter';
}

const mostShown = 20;

function unread({ problems }: PlaceSurvey): string[] {
  const shown = problems.listed.slice(0, mostShown).map((each) => `Not read: ${placeText(each)}: ${each.reason}.`);
  const more = problems.total - shown.length;
  return more > 0 ? [...shown, `Not read: ${countOf(more, 'place')} more.`] : shown;
}

function headerLines(leftOut: readonly string[]): readonly string[] {
  return [
    'A starter plan, written by "winnow init". It runs as it is; look for OPEN, answer what only you can know, and delete it.',
    '',
    'phases      made from the words of the categories; a category that says nothing is Unclassified',
    'components  ramps reach their end at about the 90th percentile of what was found; 0.5 stands for what is not known',
    'select      all of a benchmark of up to ten tasks, about a fifth of a larger one, best score first',
    ...(leftOut.length === 0 ? [] : ['', ...leftOut]),
  ];
}
