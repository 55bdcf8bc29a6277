import { plainTable, type Section, type Words } from '../core/blocks/blocks.js';
import { expectedUpliftSentences, learnedSentences } from '../core/describe/forecast-words.js';
import { choosesByUplift } from '../core/expect-uplift.js';
import { describeVerdict } from '../core/explain/describe-verdict.js';
import { explainTask } from '../core/explain/explain-task.js';
import {
  type ExplainedScore,
  type Explanation,
  explainSchema,
  explanationDocument,
  type Verdict,
} from '../core/explain/explanation.js';
import { type RuleCost, studyOptimum } from '../core/model/optimum.js';
import type { Selection } from '../core/model/selection.js';
import { findTasks } from '../core/pool/task-names.js';
import { formatCount, visibleText } from '../core/text/words.js';
import { type PlanChoice, planToUse } from '../disk/find-plan.js';
import { loadPlan } from '../disk/load-plan.js';
import { operation, option } from './declare/operation.js';
import { section, sectionsOf, under } from './declare/sections.js';
import { runOptions, runPlanOptions, selectAndKeep, timeLimitOption, withOptimiser } from './inputs/plan-pools.js';
import { planLine, withHint } from './inputs/used-plan.js';

interface Explained {
  readonly selection: Selection;
  readonly choice: PlanChoice;
  readonly explanations: readonly Explanation[];
  readonly costs: readonly RuleCost[] | undefined;
}

export const explain = operation({
  name: 'explain',
  group: 'Build',
  summary: 'Explain why a task was selected or not',
  description:
    'For a task that is not selected, finds the smallest change that would select it. For a selected task, finds the effect of excluding it or, if the plan pins it by name, of removing the pin.\n' +
    'Writes nothing. TASK is an id, an alias, a folder, or BENCHMARK/ID if several benchmarks have it.',
  input: {
    tasks: option.argumentList('the tasks to explain'),
    plan: option.text('plan', 'a plan file (YAML) or the name of a built-in plan', {
      short: 'p',
      default: 'the plan of the selection in this folder, or plan.yaml',
      path: 'read',
    }),
    ...runPlanOptions,
    timeLimit: timeLimitOption,
  },
  output: { explain: explainSchema },
  writes: false,
  run: async (input, ports): Promise<Explained> => {
    const choice = await planToUse(input.plan, { use: 'answer' });
    const plan = await loadPlan(choice.plan);
    const options = await withOptimiser(plan, runOptions(input));
    // If all tasks fit into memory, read them all to try changes; otherwise read only the tasks in question.
    const ids = input.tasks.flatMap((name) => [name, name.slice(name.indexOf('/') + 1)]);
    const { selection } = await selectAndKeep(plan, input, { ...options, ids, onlyBeyondMemory: true }, ports);
    const tasks = tasksNamed(input.tasks, selection, choice);
    const explanations = await ports.working('explaining', () =>
      tasks.map((task) => explainTask(selection, task, options.optimiser)),
    );
    const optima = new Set(selection.benchmarks.flatMap(({ optimum }) => optimum ?? []));
    const costs =
      optima.size === 0
        ? undefined
        : await ports.working('weakening rules', () =>
            [...optima].flatMap((each) => studyOptimum(each, selection, options.optimiser)?.ruleCosts() ?? []),
          );
    return { selection, choice, explanations, costs };
  },
  document: ({ selection, explanations, costs }) => {
    const expected = explanations.some(({ benchmark }) => choosesByUplift(benchmark))
      ? selection.expectedUplift
      : undefined;
    return explanationDocument(selection.plan, explanations, costs, expected);
  },
  view: ({ selection, choice, explanations, costs }) =>
    sectionsOf(
      explanations.flatMap((each) => explanationSections(each, selection)),
      costs && [ruleCosts(costs)],
      section(planLine({ ...choice, name: selection.plan.name })),
    ),
  forAgents: true,
  examples: [
    { words: 'Explain one task', command: 'winnow explain sgt-003 --plan ccb' },
    { words: 'Explain two tasks, as JSON', command: 'winnow explain sgt-003 sgt-004 --plan ccb --json' },
  ],
});

/** If no plan was named, a task that is not found may belong to another plan. */
function tasksNamed(names: readonly string[], selection: Selection, { plan, because }: PlanChoice) {
  try {
    return findTasks(selection, names);
  } catch (error) {
    throw because === undefined
      ? error
      : withHint(error, `Winnow used the plan ${plan}, ${because}. To use another plan, add --plan.`);
  }
}

const mostShown = 1000;

function explanationSections(explanation: Explanation, selection: Selection): Section[] {
  const { task, benchmark, phase, score, standing, verdict } = explanation;
  const own = selection.benchmarks.find(({ plan: { name } }) => name === benchmark.name);
  const purpose = [
    ...(own === undefined ? [] : learnedSentences(own)),
    ...(choosesByUplift(benchmark) ? expectedUpliftSentences(selection) : []),
  ];
  const head: Words = [
    { strong: visibleText(`${benchmark.name}/${task.id}`) },
    ': ',
    { strong: verdictName(verdict), tone: 'accent' },
  ];
  const why = verdict.kind === 'in' ? verdict.why : standing?.words;
  return sectionsOf(
    { title: head, ...section(why !== undefined && visibleText(why, mostShown - 2)) },
    lines('Effect of changes', describeVerdict(explanation)),
    lines('Purpose', purpose),
    table('Features', featureRows(explanation)),
    lines(
      'Corrected',
      task.changes.map(({ field, from, to }) => `${field}: ${from ?? 'none'} -> ${to}`),
    ),
    phase && lines('Phase', [`${phase.name}, because ${phase.why}`]),
    score && scoreSection(score),
  );
}

function verdictName(verdict: Verdict): string {
  if (verdict.kind === 'in') return inWords[verdict.by];
  return { out: 'not selected', excluded: 'excluded', ineligible: 'not eligible' }[verdict.kind];
}

const inWords = {
  rank: 'selected by rank',
  ensure: 'selected by an ensure rule',
  draw: 'selected at random',
  pin: 'selected (pinned)',
  optimum: 'selected by optimisation',
};

function featureRows({ features }: Explanation): string[][] {
  return features.map(({ words, value, provenance, usedBy }) => [
    words,
    typeof value === 'number' ? formatCount(value) : visibleText(value ?? 'unknown', 60),
    value === undefined && !usedBy.includes('score') ? '' : provenance,
    usedBy.join(', '),
  ]);
}

function scoreSection(score: ExplainedScore): readonly Section[] {
  return table(
    `${score.name} score ${score.total.toFixed(score.decimals)}`,
    score.terms.map(({ component, weight, part, contribution, rule, defaulted }) => [
      component,
      `${figure(weight)} x ${figure(part)}`,
      `= ${contribution.toFixed(score.decimals + 1)}`,
      `${rule}${defaulted ? ' (unknown for this task)' : ''}`,
    ]),
  );
}

/** Up to four decimals, without zeros at the end. */
function figure(value: number): string {
  return String(Number(value.toFixed(4)));
}

function lines(title: string, list: readonly string[]): readonly Section[] {
  const shown = list.map((each) => visibleText(each, mostShown));
  return under(title, shown);
}

function table(title: string, rows: readonly (readonly string[])[]): readonly Section[] {
  return under(visibleText(title), rows.length > 0 && plainTable(title, rows));
}

function ruleCosts(costs: readonly RuleCost[]): Section {
  const title = 'Gain if one rule is relaxed (a count by one task, a sum by an average task)';
  const rows = costs.map(({ rule, weaker, gain }) => [
    visibleText(rule, 90),
    visibleText(weaker, 60),
    gain === undefined ? 'unknown' : gain === 0 ? 'nothing' : `+${Number(gain.toPrecision(6))}`,
  ]);
  return { title, blocks: [plainTable(title, rows)] };
}
