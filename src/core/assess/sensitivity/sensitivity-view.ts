import {
  figureColumn,
  line,
  quietLine,
  type Section,
  tableBy,
  tableOf,
  titled,
  wordColumn,
} from '../../blocks/blocks.js';
import { compact } from '../../lists/lists.js';
import type { Plan } from '../../model/plan.js';
import { countOf, formatCount, visibleText } from '../../text/words.js';
import { seedWords } from '../question/seed.js';
import type { Sensitivity } from './sensitivity.js';

const mostTasks = 20;

export function sensitivitySections(plan: Plan, sensitivity: Sensitivity): readonly Section[] {
  return compact([
    opening(plan, sensitivity),
    { title: 'Weight', blocks: [weightTable(sensitivity)] },
    titled(overlapTable(sensitivity)),
    correlationSection(sensitivity),
    sensitivity.tasks.some(({ swings }) => swings) && titled(swingTable(sensitivity)),
    ...changeSections(sensitivity),
    tieSection(sensitivity),
  ]);
}

function opening(plan: Plan, sensitivity: Sensitivity): Section {
  const { core, selected, available, draws, concentration, seed, seedFrom } = sensitivity;
  return {
    blocks: [
      line(
        [
          { strong: visibleText(plan.name) },
          ': ',
          { strong: `${formatCount(core)} of ${formatCount(selected)}` },
          ` selected tasks (of ${formatCount(available)}) stay in at least 9 of 10 draws of the ${visibleText(plan.score.name)} weights`,
        ],
        { isVerdict: true },
      ),
      quietLine(
        `${countOf(draws, 'draw')} from Dirichlet(${concentration} x weights), seed ${visibleText(seed)} (${seedWords[seedFrom]})`,
        { apart: true },
      ),
    ],
  };
}

function weightTable({ weights }: Sensitivity) {
  return tableBy('Weights and how far the draws move them', weights, [
    [wordColumn('component', ''), ({ component }) => visibleText(component, 40)],
    [figureColumn('plan'), ({ weight }) => String(Number(weight.toFixed(4)))],
    [figureColumn('standard deviation', 'sd'), ({ deviation }) => deviation.toFixed(2)],
  ]);
}

function overlapTable(sensitivity: Sensitivity) {
  const spread = (name: string, key: keyof Sensitivity['overlap']) =>
    [figureColumn(name), ({ overlap }: Pick<Sensitivity, 'overlap'>) => overlap[key].toFixed(3)] as const;
  const rows = [{ ...sensitivity, name: 'all' }, ...sensitivity.benchmarks];
  return tableBy('Overlap with the selection (Jaccard)', rows, [
    [wordColumn('benchmark', ''), ({ name }) => visibleText(name, 40)],
    spread('mean', 'mean'),
    spread('min', 'min'),
    spread('5%', 'p5'),
    spread('95%', 'p95'),
    [figureColumn('core'), ({ core, selected }) => `${formatCount(core)} / ${formatCount(selected)}`],
    [figureColumn('swing'), ({ swing }) => formatCount(swing)],
    [figureColumn('newcomers'), ({ newcomers }) => formatCount(newcomers)],
    [figureColumn('by id'), ({ ties }) => formatCount(ties.places)],
  ]);
}

function correlationSection({ scoreCorrelation: found }: Sensitivity): Section | undefined {
  if (found === undefined) return undefined;
  const [mean, least, from, to] = [found.mean, found.min, found.p5, found.p95].map((value) => value.toFixed(3));
  const blocks = [line(`mean ${mean}, min ${least}, 5% to 95%: ${from} to ${to}`)];
  return { title: 'Rank correlation of all scores (Spearman)', blocks };
}

function swingTable({ tasks, swing }: Sensitivity) {
  const swinging = tasks.filter(({ swings }) => swings).toSorted((a, b) => b.frequency - a.frequency);
  const task = { ...wordColumn('task', ''), isTask: true } as const;
  const rows = swinging.map(({ benchmark, taskId: id, selected, frequency }) => ({
    cells: [frequency.toFixed(2), selected ? 'in' : 'out', `${visibleText(benchmark, 40)} ${visibleText(id, 100)}`],
    task: { benchmark, id },
  }));
  const title = `Swing (${countOf(swing, 'task')}): share of draws in which it is selected, and whether it is now`;
  return tableOf(title, [wordColumn('selected in', ''), wordColumn('now', ''), task], rows, { most: mostTasks });
}

function changeSections({ changes, deciding }: Sensitivity): Section[] {
  if (changes.length === 0) return [];
  const components = [...new Set(changes.map(({ component }) => component))];
  const columns = [wordColumn('component', ''), ...['+25%', '-25%', 'left out'].map((name) => figureColumn(name))];
  const rows = components.map((component) => [
    visibleText(component, 40),
    ...changes.filter((each) => each.component === component).map((each) => formatCount(each.moved)),
  ]);
  const all = tableBy('Effect of changing one weight', changes, [
    [wordColumn('component'), ({ component }) => visibleText(component, 40)],
    [wordColumn('change'), ({ change }) => change],
    [figureColumn('weight'), ({ weight }) => String(Number(weight.toFixed(4)))],
    [figureColumn('tasks moved'), ({ moved }) => formatCount(moved)],
    [figureColumn('overlap'), ({ overlap }) => `${(100 * overlap).toFixed(1)}%`],
  ]);
  return [
    titled(tableOf('Tasks moved by one weight', columns, rows), line(decidingSentence(deciding))),
    { title: 'One weight at a time', blocks: [all], detail: true },
  ];
}

function decidingSentence(deciding: Sensitivity['deciding']): string {
  if (deciding === undefined) return 'No single change moves a task.';
  const names = deciding.components.map((name) => visibleText(name, 40)).join(' and ');
  const tied =
    deciding.tiedPlaces === 0 ? '' : `, and ${countOf(deciding.tiedPlaces, 'place')} are then decided only by the id`;
  const verb = deciding.components.length === 1 ? 'decides' : 'decide';
  return `${names} ${verb} most: one change moves ${countOf(deciding.tasks, 'task')}${tied}.`;
}

function tieSection({ ties }: Sensitivity): Section {
  const places = `${countOf(ties.places, 'place')} decided only by the id`;
  const among = ties.places === 0 ? '' : `, among ${countOf(ties.tied, 'tied task')}`;
  const scores = `${formatCount(ties.distinctScores)} of ${countOf(ties.scores, 'score')} distinct`;
  return { title: 'Ties', blocks: [line(`${places}${among}; ${scores}`)] };
}

/** `usualDraws` is given if a large pool allowed fewer draws than usual. */
export function sensitivityNotes(facts: Omit<Sensitivity, 'notes'>, usualDraws: number | undefined): readonly string[] {
  const { weights, benchmarks, seedFrom, seed, ties, draws, available } = facts;
  const [only, ...more] = weights.filter(({ weight }) => weight > 0);
  const idle = weights.filter(({ weight }) => weight === 0).map(({ component }) => component);
  return compact([
    usualDraws !== undefined &&
      `${draws} draws instead of ${usualDraws}, because the pool has ${countOf(available, 'task')}: a frequency is found to within about ${(1 / Math.sqrt(draws)).toFixed(2)}. --draws asks for more.`,
    only !== undefined &&
      more.length === 0 &&
      `Only the component ${only.component} weighs anything: there is nothing to vary, and the overlap is 1.`,
    idle.length > 0 && `A weight of 0 stays 0, so its effect is not explored: ${idle.join(', ')}.`,
    benchmarks.every(({ selected, eligible }) => selected === eligible) &&
      'Every benchmark is taken whole: no place depends on a score, and the overlap is 1.',
    ties.places > 0 &&
      'Ties are broken by id in every draw too, so the overlap does not show how many places depend only on the id.',
    seedFrom === 'default' && `Neither the plan nor the command gives a seed; the draws use "${seed}".`,
  ]);
}
