import { statedBenchmark } from '../manifest/benchmark-entry.js';
import { type Manifest, statedScore } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import type { Plan } from '../model/plan.js';
import { shown } from '../text/shown.js';
import { valueDifferences } from './value-differences.js';

/** Where a manifest says other than the plan states, in the parts that no task has a say in. */
export function statedDifferences(manifest: Manifest, plan: Plan): Difference[] {
  const { metadata, methodology, benchmarks, corrections, exclusions } = manifest;
  // A share of the plan's total, or of a tier, is worked out from the pool, and with it the strategy's words; so is the
  // design that a purpose comes to.
  const isTier = metadata.tier !== undefined;
  const sharing = plan.benchmarks.filter(({ select }) => isTier || select.takesShare || select.purpose !== undefined);
  const isShare = new Set(sharing.map(({ name }) => name));
  const designed = new Set(plan.benchmarks.filter(({ select }) => select.purpose).map(({ name }) => name));
  const stated = statedBy(plan, isShare, designed);
  const targets = Object.fromEntries(
    Object.entries(methodology.selection_targets).filter(([name]) => !isShare.has(name)),
  );
  const { description } = plan;
  const told = {
    metadata: { title: metadata.title, random_seed: metadata.random_seed },
    methodology: {
      ...(description === undefined ? {} : { description: methodology.description }),
      sdlc_phases: methodology.sdlc_phases,
      mcp_scoring_weights: methodology.mcp_scoring_weights,
      selection_targets: targets,
      score: methodology.score,
    },
    benchmarks: benchmarks.map(({ name, title, source, strategy, draw, run }) => ({
      name,
      title,
      source,
      ...(isShare.has(name) ? {} : { strategy }),
      ...(designed.has(name) ? {} : { draw }),
      run,
    })),
    corrections: corrections.map(({ benchmark, field, by, value, to }) => ({ benchmark, field, by, value, to })),
    // The plan may call a task by any of its names.
    exclusions: exclusions.map(({ benchmark, reason, evidence, date, who }) => ({
      benchmark,
      reason,
      evidence,
      date,
      who,
    })),
  };
  return Object.entries(stated).flatMap(([section, expected]) =>
    valueDifferences(told[section as keyof typeof told], expected, section).map(({ path, found, expected: says }) => ({
      code: `${section}/edited`,
      message: sentence(path, found, says),
      path,
    })),
  );
}

function statedBy(plan: Plan, isShare: ReadonlySet<string>, designed: ReadonlySet<string>) {
  const { title, seed, description, phases, score, benchmarks } = plan;
  return {
    metadata: { title, random_seed: seed ?? null },
    methodology: {
      ...(description === undefined ? {} : { description }),
      sdlc_phases: phases,
      mcp_scoring_weights: Object.fromEntries(score.weights),
      selection_targets: Object.fromEntries(
        benchmarks.filter(({ name }) => !isShare.has(name)).map(({ name, select }) => [name, select.take]),
      ),
      score: statedScore(score),
    },
    benchmarks: benchmarks.map((benchmark) => {
      const { strategy, draw, run, ...entry } = statedBenchmark(benchmark, plan);
      const words = isShare.has(benchmark.name) ? {} : { strategy };
      const drawn = designed.has(benchmark.name) ? {} : { draw };
      return { ...entry, ...words, ...drawn, run };
    }),
    corrections: benchmarks.flatMap(({ name, corrections }) =>
      corrections.flatMap(({ field, by, values }) =>
        [...values].map(([value, to]) => ({ benchmark: name, field, by, value, to })),
      ),
    ),
    exclusions: benchmarks.flatMap(({ name, exclusions }) =>
      exclusions.map(({ reason, evidence, date, who }) => ({
        benchmark: name,
        reason: String(reason),
        evidence: evidence ?? null,
        date: date ?? null,
        who: who ?? null,
      })),
    ),
  };
}

function sentence(path: string, found: unknown, expected: unknown): string {
  if (found === undefined) return `${path} lacks ${shown(expected)}, which the plan states.`;
  if (expected === undefined) return `${path} has ${shown(found)}, which the plan does not state.`;
  return `${path} is ${shown(found)}; the plan states ${shown(expected)}.`;
}
