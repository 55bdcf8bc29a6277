import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../core/blocks/blocks.js';
import { type SuitesDocument, suitesSchema } from '../core/contracts/command-documents.js';
import { documentOf } from '../core/documents/forms.js';
import type { Plan } from '../core/model/plan.js';
import { purposeOf } from '../core/purposes/purposes.js';
import { compareText } from '../core/text/words.js';
import { embeddedPlans, loadPlan } from '../disk/load-plan.js';
import { embeddedIds, embeddedSystems, optionalJson } from '../sources/embedded-data.js';
import { operation } from './declare/operation.js';

type Suite = SuitesDocument['suites'][number];

export const suites = operation({
  name: 'suites',
  group: 'Build',
  summary: 'List the built-in suites with their sizes and expected errors',
  description:
    'A suite is a plan that ships with Winnow, with the tasks of a public benchmark and the results of earlier systems.\n' +
    'Every command takes its name as a selection: winnow estimate NAME results/.\n' +
    'The errors were measured on later systems that the suite had not seen.',
  input: {},
  output: { suites: suitesSchema },
  writes: false,
  run: async (): Promise<SuitesDocument> => {
    const plans = await Promise.all(embeddedPlans().map((name) => loadPlan(name)));
    const found = plans.map(suiteOf);
    // Those that need nothing of the user come first.
    return { suites: found.sort((a, b) => b.systems - a.systems || compareText(a.name, b.name)) };
  },
  document: (found) => documentOf(suitesSchema(), found),
  view: viewOf,
  forAgents: true,
  examples: [
    { words: 'What is built in', command: 'winnow suites' },
    { words: 'For a program', command: 'winnow suites --json' },
  ],
});

/** What the command that judges suites found, as far as it is shown here. */
interface Accuracy {
  /** Later systems that it was judged on. */
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

/** The order of fewer later systems shows nothing. */
const enoughToRank = 10;

function suiteOf(plan: Plan): Suite {
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
    // How many tasks a ranked selection has, only running it tells.
    tiers: purpose === undefined ? [] : [...smaller, tier(undefined, takenBy(plan))],
    systems: systems.length,
    from: dates[0],
    to: dates.at(-1),
  };
}

/** How many tasks the whole selection has. */
function takenBy({ total, benchmarks }: Plan): number {
  const takes = benchmarks.map(({ select: { take }, expect = 0 }) => (take === 'all' ? expect : take));
  return total?.take ?? takes.reduce((sum, take) => sum + take, 0);
}

function measureWords(error: number | undefined, tau: number | undefined): string {
  if (error !== undefined) return error.toFixed(1);
  return tau === undefined ? '' : `tau ${tau.toFixed(2)}`;
}

function viewOf({ suites: found }: SuitesDocument): readonly Section[] {
  const rows = found.flatMap(({ name, title, tasks, tiers, systems, to }) => {
    const shown = tiers.length === 0 ? [undefined] : tiers;
    return shown.map((tier, i) => ({
      cells: [
        i === 0 ? name : '',
        i === 0 ? title : '',
        tier === undefined ? String(tasks) : `${tier.tasks} of ${tasks}`,
        tier?.name ?? '',
        measureWords(tier?.error, tier?.tau),
        measureWords(tier?.errorAtRandom, tier?.tauAtRandom),
        i === 0 && systems > 0 ? `${systems} until ${to}` : '',
      ],
    }));
  });
  const columns = [
    wordColumn('suite'),
    wordColumn('benchmark'),
    figureColumn('tasks'),
    wordColumn('tier'),
    figureColumn('accuracy'),
    figureColumn('at random'),
    wordColumn('earlier systems'),
  ];
  return [
    { blocks: [tableOf('Suites', columns, rows)] },
    {
      blocks: [
        line(
          'accuracy: the mean error of a level in points, or Kendall’s tau with the order on all tasks, on later systems',
        ),
        line('that the suite had not seen; at random: the same with as many tasks drawn at random.'),
        quietLine('Next: winnow select verified --tier 50, and after the runs: winnow estimate verified results/'),
      ],
    },
  ];
}
