import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../core/blocks/blocks.js';
import { type SuitesDocument, suitesSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import { at, groupBy } from '../core/lists/lists.js';
import type { Plan } from '../core/model/plan.js';
import { runsOn } from '../core/pipeline.js';
import { purposeOf } from '../core/purposes/purposes.js';
import { compareText } from '../core/text/words.js';
import { embeddedPlans, loadPlan } from '../disk/load-plan.js';
import { embeddedIds, embeddedSystems, optionalJson } from '../sources/embedded-data.js';
import { readPools } from '../sources/read-pools.js';
import { operation } from './declare/operation.js';
import { section } from './declare/sections.js';

type Suite = SuitesDocument['suites'][number];

export const suites = operation({
  name: 'suites',
  group: 'Build',
  summary: 'List the built-in suites with their sizes and expected errors',
  description:
    'A suite is a built-in plan for a public benchmark, with its tasks and the results of earlier systems.\n' +
    'Use its name in commands that select, export or measure, such as winnow estimate NAME results/.\n' +
    'Expected errors were measured on later systems that the suite had not seen.',
  input: {},
  output: { suites: suitesSchema },
  writes: false,
  run: async (): Promise<SuitesDocument> => {
    const plans = await Promise.all(embeddedPlans().map((name) => loadPlan(name)));
    const found = await Promise.all(plans.map(suiteOf));
    // Suites that need nothing from the user come first.
    return { suites: found.sort((a, b) => b.systems - a.systems || compareText(a.name, b.name)) };
  },
  document: (found) => documentOf(suitesSchema(), found),
  view: viewOf,
  forAgents: true,
  examples: [
    { words: 'List the built-in suites', command: 'winnow suites' },
    { words: 'List them as JSON', command: 'winnow suites --json' },
  ],
});

interface Accuracy {
  /** The number of later systems that it was tested on. */
  readonly later: number;
  readonly sizes: readonly {
    readonly tasks: number;
    readonly mae: number;
    readonly halfWidth: number;
    readonly random: { readonly mae: number };
  }[];
  readonly ranking: readonly {
    readonly tasks: number;
    readonly tau: number;
    readonly random: { readonly mean: number };
  }[];
}

/** With fewer later systems, an order is not meaningful. */
const enoughToRank = 10;

async function suiteOf(plan: Plan): Promise<Suite> {
  const pools = [
    ...new Set(plan.benchmarks.flatMap(({ source }) => (source.kind === 'embedded' ? [source.name] : []))),
  ];
  const systems = pools.flatMap((pool) => embeddedSystems(pool));
  const dates = systems.map(({ date }) => date).sort(compareText);
  const purpose = plan.total?.purpose?.name ?? plan.benchmarks[0]?.select.purpose?.name;
  const [pool, ...more] = pools;
  const accuracy = pool === undefined || more.length > 0 ? undefined : optionalJson<Accuracy>(pool, 'accuracy.json');
  const about = purpose === undefined ? undefined : purposeOf({ name: purpose });
  const tier = (name: string | undefined, tasks: number) => {
    const isSize = (each: { readonly tasks: number }) => each.tasks === tasks;
    const level = about?.figure === 'halfWidth' ? accuracy?.sizes.find(isSize) : undefined;
    const ranks = about?.estimates === 'order' && (accuracy?.later ?? 0) >= enoughToRank;
    const order = ranks ? accuracy?.ranking.find(isSize) : undefined;
    return {
      name,
      tasks,
      error: level?.mae,
      errorAtRandom: level?.random.mae,
      tau: order?.tau,
      tauAtRandom: order?.random.mean,
      halfWidth: level?.halfWidth,
    };
  };
  const smaller = [...(plan.tiers ?? [])].sort(([, a], [, b]) => a - b).map(([name, size]) => tier(name, size));
  return {
    name: plan.name,
    title: plan.title,
    version: (plan.history?.length ?? 0) + 1,
    purpose,
    tasks: pools.reduce((sum, each) => sum + embeddedIds(each).length, 0),
    tiers: [...smaller, tier(undefined, purpose === undefined ? await rankedBy(plan) : takenBy(plan))],
    systems: systems.length,
    from: dates[0],
    to: dates.at(-1),
  };
}

/** The number of tasks in a ranked selection, which is known only after running it. */
async function rankedBy(plan: Plan): Promise<number> {
  return runsOn(await readPools(plan))(plan).choices.length;
}

function takenBy({ total, benchmarks }: Plan): number {
  const takes = benchmarks.map(({ select: { take }, expect = 0 }) => (take === 'all' ? expect : take));
  return total?.take ?? takes.reduce((sum, take) => sum + take, 0);
}

function measureWords(error: number | undefined, tau: number | undefined): string {
  if (error !== undefined) return error.toFixed(1);
  return tau === undefined ? '' : `tau ${tau.toFixed(2)}`;
}

function viewOf({ suites: found }: SuitesDocument): readonly Section[] {
  const byBenchmark = groupBy(found, ({ title, purpose }) =>
    purpose === undefined ? 'Purposive selections' : (title.split(',', 1)[0] ?? title),
  );
  const columns = [
    wordColumn('suite'),
    wordColumn('purpose'),
    figureColumn('tasks'),
    wordColumn('tier'),
    figureColumn('error'),
    figureColumn('random'),
  ];
  const sections = [...byBenchmark].map(([benchmark, own]): Section => {
    const { systems, to } = at(own, 0);
    const learned = systems === 0 ? '' : `, learned from ${systems} systems up to ${to}`;
    const rows = own.flatMap(({ name, purpose = '', tasks, tiers }) =>
      tiers.map((tier, i) => [
        i === 0 ? name : '',
        i === 0 ? purpose : '',
        `${tier.tasks} of ${tasks}`,
        tier.name ?? '',
        measureWords(tier.error, tier.tau),
        measureWords(tier.errorAtRandom, tier.tauAtRandom),
      ]),
    );
    return { title: `${benchmark}${learned}`, blocks: [tableOf(benchmark, columns, rows)] };
  });
  const legend =
    'error: the mean error of the level in points, or Kendall’s tau with the order on all tasks, for later systems that the suite had not seen. random: the same figure for random tasks.';
  const next = ['Next: winnow select verified --tier 50', 'After the runs: winnow estimate verified RESULTS'];
  return [
    ...sections,
    section(
      line(legend, { isProse: true }),
      next.map((words) => quietLine(words)),
    ),
  ];
}
