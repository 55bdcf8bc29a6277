import { type Manifest, manifestPieces } from '../manifest/manifest.js';
import { ageOf, type Difference, readManifest } from '../manifest/read-manifest.js';
import type { Plan } from '../model/plan.js';
import { manifestCsv } from '../report/selection-csv.js';
import { type SelectionTexts, writerNotes } from './check-files.js';
import { type CheckResult, checkText } from './check-text.js';
import { manifestContradictions } from './contradictions.js';
import { planDrift } from './drift.js';
import { fileHashDifferences } from './file-hashes.js';
import { pageDifferences } from './page-differences.js';
import { stateOfManifest } from './pool-state.js';
import { quotaDifferences } from './quota-differences.js';
import { statedDifferences } from './stated-differences.js';

/** Something that a check looked at, or could not look at. */
interface CheckItem {
  readonly code: string;
  readonly message: string;
}

/** What a check without the pool found, what it rests on, and what it says nothing about. */
export interface PartialCheck extends CheckResult {
  readonly verified: readonly CheckItem[];
  readonly notVerified: readonly CheckItem[];
}

/** What a selection is checked against. */
interface Subject {
  readonly manifest: Manifest;
  readonly plan: Plan;
  readonly texts: SelectionTexts;
  readonly planChanged: boolean;
}

/** What of a selection can be checked without the pool. */
interface OwnCheck extends CheckItem {
  /** Whether it rests on the very plan that made the selection. */
  readonly needsSamePlan?: true;
  /** Whether a form that came later may have more of it. */
  readonly needsKnownForm?: true;
  readonly check: (subject: Subject) => CheckResult;
}

const only = (differences: readonly Difference[]): CheckResult => ({ differences, notes: [] });

const ownChecks: readonly OwnCheck[] = [
  {
    code: 'sums',
    message: 'selection.json agrees with itself: counts, averages, scores from their parts, weights, order, names',
    check: ({ manifest, plan, planChanged }) =>
      only(manifestContradictions(manifest, planChanged ? undefined : plan.score.partDecimals)),
  },
  {
    code: 'plan',
    message: 'the plan is the one that made it, by its hash, and has the same benchmarks',
    check: ({ manifest, plan }) => {
      const names = plan.benchmarks.map(({ name }) => name);
      return only(planDrift(stateOfManifest(manifest), { name: plan.name, sha256: plan.hash }, names));
    },
  },
  {
    code: 'stated',
    message: 'what the plan states stands there: phases, weights, targets, corrections, reasons of exclusions',
    needsSamePlan: true,
    check: ({ manifest, plan }) => only(statedDifferences(manifest, plan)),
  },
  {
    code: 'quotas',
    message: 'as many tasks as the plan takes: of each benchmark and group, pinned, and with each ensured value',
    needsSamePlan: true,
    check: ({ manifest, plan }) => only(quotaDifferences(manifest, plan)),
  },
  {
    code: 'layout',
    message: 'selection.json is written as Winnow writes it',
    check: ({ manifest, texts }) =>
      checkText(texts.manifest, {
        name: 'selection.json',
        text: manifestPieces(manifest),
        code: 'file/layout',
        verdict: 'is not written as Winnow writes it',
      }),
  },
  {
    code: 'table',
    message: 'selection.csv has what selection.json has, line by line',
    needsKnownForm: true,
    check: ({ manifest, plan, texts }) => {
      const weights = new Map(Object.entries(manifest.methodology.mcp_scoring_weights));
      const text = manifestCsv(manifest, { ...plan, score: { ...plan.score, weights } });
      const verdict = 'is stale or was edited';
      return checkText(texts.table, { name: 'selection.csv', text, code: 'file/edited', verdict });
    },
  },
  {
    code: 'page',
    message: 'METHODOLOGY.md has the coverage, warnings and hashes of selection.json',
    check: ({ manifest, texts }) => only(pageDifferences(texts.methodology, manifest)),
  },
  {
    code: 'files',
    message: 'METHODOLOGY.md and selection.csv have the hashes that selection.json records, if it records any',
    check: ({ manifest, texts }) => only(fileHashDifferences(texts, manifest)),
  },
];

/** What takes the pool. */
const beyond: readonly CheckItem[] = [
  { code: 'tasks', message: 'that the pool still has these tasks, and with the same contents' },
  {
    code: 'features',
    message: 'labels, corrections made, phases and the parts of each score, which follow from the pool',
  },
  { code: 'choice', message: 'that these are the tasks that the order or the draw gives, and who is eligible' },
  { code: 'page-rest', message: 'the rest of METHODOLOGY.md' },
];

/**
 * Checks all of a selection that its files and its plan tell, without the tasks that it was made from.
 *
 * @param generator How the running program names itself; the files may come from another version of it.
 */
export function checkWithoutPool(texts: SelectionTexts, plan: Plan, generator: string): PartialCheck {
  const { manifest, differences } = readManifest(texts.manifest);
  const told = ({ code, message }: CheckItem): CheckItem => ({ code, message });
  if (manifest === undefined) {
    return { ...only(differences), verified: [], notVerified: [...ownChecks, ...beyond].map(told) };
  }
  const { name, sha256 } = manifest.metadata.plan;
  const planChanged = name !== plan.name || sha256 !== plan.hash;
  const isOpen = (check: OwnCheck) =>
    !(check.needsSamePlan === true && planChanged) && !(check.needsKnownForm === true && ageOf(manifest) === 'newer');
  const open = ownChecks.filter(isOpen);
  const results = open.map(({ check }) => check({ manifest, plan, texts, planChanged }));
  return {
    differences: distinct(withoutRepeats(results.flatMap((result) => result.differences))),
    notes: [...writerNotes(manifest, generator), ...results.flatMap(({ notes }) => notes)],
    verified: open.map(told),
    notVerified: [...ownChecks.filter((check) => !isOpen(check)), ...beyond].map(told),
  };
}

/** A file with wrong contents has a wrong hash as well, which needs no second sentence. */
function withoutRepeats(differences: readonly Difference[]): readonly Difference[] {
  const isContent = ({ code }: Difference) => code === 'file/edited';
  return differences.some(isContent) ? differences.filter(({ code }) => code !== 'file/hash') : differences;
}

/** One sentence for a figure is enough; the first check that names it says it most plainly. */
function distinct(differences: readonly Difference[]): Difference[] {
  const named = new Set<string>();
  return differences.filter(({ path }) => {
    if (path === undefined) return true;
    if (named.has(path)) return false;
    named.add(path);
    return true;
  });
}
