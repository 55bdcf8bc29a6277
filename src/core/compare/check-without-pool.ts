import { type BenchmarkEntry, statedBenchmark } from '../manifest/benchmark-entry.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import { type Manifest, manifestPieces, statedScore } from '../manifest/manifest.js';
import { ageOf, type Difference, readManifest } from '../manifest/read-manifest.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { manifestCsv } from '../report/selection-files.js';
import { countOf } from '../text/words.js';
import { writerNotes } from './check-files.js';
import {
  type CheckResult,
  checkText,
  fileHashDifferences,
  pageDifferences,
  type SelectionTexts,
  valueEdits,
} from './check-text.js';
import { manifestContradictions } from './contradictions.js';
import { planDrift, stateOfManifest } from './pool-state.js';

type CheckItem = { readonly code: string; readonly message: string };

/** The result of a check without the pool, with the checks that were run and those that were skipped. */
export interface PartialCheck extends CheckResult {
  readonly verified: readonly CheckItem[];
  readonly notVerified: readonly CheckItem[];
}

interface Subject {
  readonly manifest: Manifest;
  readonly plan: Plan;
  readonly texts: SelectionTexts;
  readonly planChanged: boolean;
}

interface OwnCheck extends CheckItem {
  /** Whether the check only applies if the plan hasn't changed. */
  readonly needsSamePlan?: true;
  /** Whether the check doesn't apply to newer forms, which may contain more. */
  readonly needsKnownForm?: true;
  readonly check: (subject: Subject) => CheckResult;
}

const only = (differences: readonly Difference[]): CheckResult => ({ differences, notes: [] });

const ownChecks: readonly OwnCheck[] = [
  {
    code: 'sums',
    message: 'selection.json is consistent (counts, averages, scores, weights, order, names)',
    check: ({ manifest, plan, planChanged }) =>
      only(manifestContradictions(manifest, planChanged ? undefined : plan.score.partDecimals)),
  },
  {
    code: 'plan',
    message: 'the plan has the recorded hash and the same benchmarks',
    check: ({ manifest, plan }) => {
      const names = plan.benchmarks.map(({ name }) => name);
      return only(planDrift(stateOfManifest(manifest), { name: plan.name, sha256: plan.hash }, names));
    },
  },
  {
    code: 'stated',
    message: 'selection.json matches the plan (phases, weights, targets, corrections, reasons for exclusions)',
    needsSamePlan: true,
    check: ({ manifest, plan }) => only(statedDifferences(manifest, plan)),
  },
  {
    code: 'quotas',
    message: 'the task counts match the plan (by benchmark, group, pin and ensured value)',
    needsSamePlan: true,
    check: ({ manifest, plan }) => only(quotaDifferences(manifest, plan)),
  },
  {
    code: 'layout',
    message: 'selection.json has the expected layout',
    check: ({ manifest, texts }) =>
      checkText(texts.manifest, {
        name: 'selection.json',
        text: manifestPieces(manifest),
        code: 'file/layout',
        verdict: 'does not have the expected layout',
      }),
  },
  {
    code: 'table',
    message: 'selection.csv matches selection.json line by line',
    needsKnownForm: true,
    check: ({ manifest, texts }) => {
      const text = manifestCsv(manifest);
      const verdict = 'is stale or was edited';
      return checkText(texts.table, { name: 'selection.csv', text, code: 'file/edited', verdict });
    },
  },
  {
    code: 'page',
    message: 'METHODOLOGY.md has the same coverage, warnings and hashes as selection.json',
    check: ({ manifest, texts }) => only(pageDifferences(texts.methodology, manifest)),
  },
  {
    code: 'files',
    message: 'METHODOLOGY.md and selection.csv match their hashes in selection.json, if it has any',
    check: ({ manifest, texts }) => only(fileHashDifferences(texts, manifest)),
  },
];

const beyond: readonly CheckItem[] = [
  { code: 'tasks', message: 'whether the pool still has these tasks, with the same contents' },
  {
    code: 'features',
    message: 'values that come from the pool: labels, corrections, phases and the components of each score',
  },
  { code: 'choice', message: 'whether the plan selects these tasks, and which tasks are eligible' },
  { code: 'page-rest', message: 'the rest of METHODOLOGY.md' },
];

/** Runs all checks that don't need the pool; `generator` names the running program. */
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
    differences: distinct(results.flatMap((result) => result.differences)),
    notes: [...writerNotes(manifest, generator), ...results.flatMap(({ notes }) => notes)],
    verified: open.map(told),
    notVerified: [...ownChecks.filter((check) => !isOpen(check)), ...beyond].map(told),
  };
}

/** Reports each figure once; the first check that names it is the clearest. */
function distinct(differences: readonly Difference[]): Difference[] {
  // A file with wrong content also has a wrong hash; report only the content.
  const isEdited = differences.some(({ code }) => code === 'file/edited');
  const named = new Set<string>();
  return differences.filter(({ code, path }) => {
    if (isEdited && code === 'file/hash') return false;
    return path === undefined || named.size < named.add(path).size;
  });
}

function statedDifferences(manifest: Manifest, plan: Plan): Difference[] {
  // The pool determines shares of a total or tier, the strategy sentences that state them, and designs.
  const isTier = manifest.metadata.tier !== undefined;
  const namesOf = (isMeant: (select: BenchmarkPlan['select']) => boolean) =>
    new Set(plan.benchmarks.filter(({ select }) => isMeant(select)).map(({ name }) => name));
  const isDesigned = namesOf(({ purpose }) => purpose !== undefined);
  const isShared = namesOf(({ purpose, takesShare }) => isTier || takesShare || purpose !== undefined);
  const comparable = (parts: ReturnType<typeof statedParts>) => {
    const targets = Object.entries(parts.methodology.selection_targets).filter(([name]) => !isShared.has(name));
    return {
      ...parts,
      methodology: { ...parts.methodology, selection_targets: Object.fromEntries(targets) },
      benchmarks: parts.benchmarks.map(({ strategy, draw, run, ...entry }) => ({
        ...entry,
        ...(isShared.has(entry.name) ? {} : { strategy }),
        ...(isDesigned.has(entry.name) ? {} : { draw }),
        run,
      })),
    };
  };
  const found: Readonly<Record<string, unknown>> = comparable(statedPartsOf(manifest, plan));
  return Object.entries(comparable(statedParts(plan))).flatMap(([section, stated]) =>
    valueEdits(section, found[section], stated, 'plan'),
  );
}

/** The parts of a manifest that follow from the plan, according to the plan. */
function statedParts(plan: Plan) {
  const { title, seed, description, phases, score, benchmarks } = plan;
  return {
    metadata: { title, random_seed: seed ?? null },
    methodology: {
      ...(description === undefined ? {} : { description }),
      phases: phases.length === 0 ? undefined : phases,
      selection_targets: Object.fromEntries(benchmarks.map(({ name, select }) => [name, select.take])),
      score: statedScore(score),
    },
    benchmarks: benchmarks.map((benchmark) => statedBenchmark(benchmark, plan)),
    corrections: benchmarks.flatMap(({ name, corrections }) =>
      corrections.flatMap(({ field, by, values }) =>
        [...values].map(([value, to]) => ({ benchmark: name, field: String(field), by, value, to })),
      ),
    ),
    exclusions: benchmarks.filter(hasNoRules).flatMap(({ name: benchmark, exclusions }) =>
      exclusions.map(({ reason, evidence = null, date = null, who = null }) => {
        return { benchmark, reason: String(reason), evidence, date, who };
      }),
    ),
  };
}

/** Only the pool shows which tasks a condition excludes. */
function hasNoRules({ exclusionRules }: BenchmarkPlan): boolean {
  return exclusionRules === undefined;
}

/** The same parts, according to the manifest. Exclusions omit the task, which the plan may name by any alias. */
function statedPartsOf(manifest: Manifest, plan: Plan): ReturnType<typeof statedParts> {
  const { metadata, methodology, benchmarks, corrections, exclusions } = manifest;
  const { description, phases, selection_targets, score } = methodology;
  return {
    metadata: { title: metadata.title, random_seed: metadata.random_seed },
    methodology: { ...(plan.description === undefined ? {} : { description }), phases, selection_targets, score },
    benchmarks: benchmarks.map(({ name, title, source, strategy, draw, run }) => {
      return { name, title, source, strategy, draw, run };
    }),
    corrections: corrections.map(({ benchmark, field, by, value, to }) => ({ benchmark, field, by, value, to })),
    exclusions: exclusions
      .filter(({ benchmark }) => plan.benchmarks.find(({ name }) => name === benchmark)?.exclusionRules === undefined)
      .map(({ benchmark, reason, evidence, date, who }) => ({ benchmark, reason, evidence, date, who })),
  };
}

function quotaDifferences({ metadata: { tier }, benchmarks, tasks }: Manifest, plan: Plan): Difference[] {
  const size = tier === undefined ? undefined : (plan.tiers?.get(tier.name) ?? tier.size);
  const message = `tier ${tier?.name} has ${countOf(size ?? 0, 'task')} in the plan, but selection.json lists ${tasks.length}.`;
  const ofTier = size === undefined || size === tasks.length ? [] : [{ code: 'rule/tier', message }];
  const found = plan.benchmarks.flatMap((rules) => {
    const { name } = rules;
    const entry = benchmarks.find((each) => each.name === name);
    if (entry === undefined) return [];
    const own = tasks.filter(({ benchmark }) => benchmark === name);
    const broken: Readonly<Record<string, readonly string[]>> = {
      take: tier === undefined ? brokenTake(rules, entry, own) : [],
      group: brokenGroups(entry, own),
      pin: brokenPins(rules, own),
      ensure: brokenEnsures(rules, entry, own),
    };
    return Object.entries(broken).flatMap(([rule, messages]) =>
      messages.map((words) => ({ code: `rule/${rule}`, message: words, path: `benchmarks.${name}` })),
    );
  });
  return [...ofTier, ...found];
}

/** Tasks added by an `ensure` rule don't count towards `take`. */
const isTaken = ({ selected_by }: TaskEntry) => selected_by !== 'ensure';

function brokenTake({ name, select }: BenchmarkPlan, entry: BenchmarkEntry, own: readonly TaskEntry[]): string[] {
  // A share of the total and the size for a target depend on the pool.
  if (select.takesShare || select.purpose?.target !== undefined) return [];
  const wanted = select.take === 'all' ? entry.eligible : select.take;
  const taken = own.filter(isTaken).length;
  const isShort = taken < wanted && entry.shortfalls.length > 0;
  if (taken === wanted || isShort) return [];
  const rule = select.take === 'all' ? `all ${countOf(wanted, 'eligible task')}` : countOf(wanted, 'task');
  return [`the plan selects ${rule} from ${name}, but selection.json lists ${taken}.`];
}

function brokenGroups({ name, groups }: BenchmarkEntry, own: readonly TaskEntry[]): string[] {
  return groups.flatMap(({ value, places, pinned }) => {
    const { length: listed } = own.filter(
      (task) => isTaken(task) && (task.selected_by === 'pin') === pinned && (pinned || task.group.value === value),
    );
    if (listed === places) return [];
    const group = pinned
      ? 'the pinned tasks'
      : value === null
        ? 'the group of tasks without a value'
        : `group "${value}"`;
    return [`${name}: ${group} has ${countOf(places, 'place')}, but selection.json lists ${countOf(listed, 'task')}.`];
  });
}

function brokenPins({ name, select }: BenchmarkPlan, own: readonly TaskEntry[]): string[] {
  const pinned = own.filter(({ selected_by }) => selected_by === 'pin').length;
  // Only the pool shows how many tasks a condition pins.
  const isOpen = (select.pinWhere ?? []).length > 0;
  if (pinned === select.pin.length || (isOpen && pinned > select.pin.length)) return [];
  return [`${name} pins ${countOf(select.pin.length, 'task')}, but selection.json lists ${pinned} as pinned.`];
}

function brokenEnsures({ name, select }: BenchmarkPlan, entry: BenchmarkEntry, own: readonly TaskEntry[]): string[] {
  return select.ensure.flatMap(({ by, values, atLeast }) =>
    values.flatMap((value) => {
      // Undefined if the manifest lacks the label.
      const labels = own.map(({ fields, phase }) => {
        const known = new Map(Object.entries({ ...fields, ...(phase === undefined ? {} : { phase }) }));
        return known.has(by) ? String(known.get(by) ?? '') : undefined;
      });
      const having = labels.filter((label) => label === value).length;
      if (labels.includes(undefined) || having >= atLeast || entry.shortfalls.length > 0) return [];
      return [`${name} has ${countOf(having, 'task')} with ${by} "${value}", but the plan ensures ${atLeast}.`];
    }),
  );
}
