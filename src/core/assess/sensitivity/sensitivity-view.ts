import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import type { Plan } from '../../model/plan.js';
import { countOf, formatCount, visibleText } from '../../text/words.js';
import { seedWords } from '../question/seed.js';
import type { Sensitivity } from './sensitivity.js';

const mostTasks = 20;

/** The tasks that stay and those that swing, the weight that decides most, and the ties. */
export function sensitivitySections(plan: Plan, sensitivity: Sensitivity): readonly Section[] {
  return [
    opening(plan, sensitivity),
    weightSection(sensitivity),
    overlapSection(sensitivity),
    ...correlationSection(sensitivity),
    ...swingSection(sensitivity),
    ...changeSections(sensitivity),
    tieSection(sensitivity),
  ];
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

function weightSection({ weights }: Sensitivity): Section {
  const rows = weights.map(({ component, weight, deviation }) => [
    visibleText(component, 40),
    String(Number(weight.toFixed(4))),
    deviation.toFixed(2),
  ]);
  const columns = [wordColumn('component', ''), figureColumn('plan'), figureColumn('standard deviation', 'sd')];
  return { title: 'Weight', blocks: [tableOf('Weights and how far the draws move them', columns, rows)] };
}

function overlapSection(sensitivity: Sensitivity): Section {
  const row = (name: string, each: Sensitivity | Sensitivity['benchmarks'][number]) => [
    visibleText(name, 40),
    ...[each.overlap.mean, each.overlap.min, each.overlap.p5, each.overlap.p95].map((value) => value.toFixed(3)),
    `${formatCount(each.core)} / ${formatCount(each.selected)}`,
    formatCount(each.swing),
    formatCount(each.newcomers),
    formatCount(each.ties.places),
  ];
  const title = 'Overlap with the selection (Jaccard)';
  const figures = ['mean', 'min', '5%', '95%', 'core', 'swing', 'newcomers', 'by id'].map((name) => figureColumn(name));
  const rows = [row('all', sensitivity), ...sensitivity.benchmarks.map((each) => row(each.name, each))];
  return { title, blocks: [tableOf(title, [wordColumn('benchmark', ''), ...figures], rows)] };
}

function correlationSection({ scoreCorrelation }: Sensitivity): Section[] {
  if (scoreCorrelation === undefined) return [];
  const { mean, min, p5, p95 } = scoreCorrelation;
  const [m, least, from, to] = [mean, min, p5, p95].map((value) => value.toFixed(3));
  return [
    {
      title: 'Rank correlation of all scores (Spearman)',
      blocks: [line(`mean ${m}, min ${least}, 5% to 95%: ${from} to ${to}`)],
    },
  ];
}

function swingSection({ tasks, swing }: Sensitivity): Section[] {
  const swinging = tasks.filter(({ swings }) => swings).toSorted((a, b) => b.frequency - a.frequency);
  if (swinging.length === 0) return [];
  const columns = [
    wordColumn('selected in', ''),
    wordColumn('now', ''),
    { ...wordColumn('task', ''), isTask: true } as const,
  ];
  const rows = swinging.map(({ benchmark, taskId: id, selected, frequency }) => ({
    cells: [frequency.toFixed(2), selected ? 'in' : 'out', `${visibleText(benchmark, 40)} ${visibleText(id, 100)}`],
    task: { benchmark, id },
  }));
  const title = `Swing (${countOf(swing, 'task')}): how often selected, and whether now`;
  return [{ title, blocks: [tableOf(title, columns, rows, { most: mostTasks })] }];
}

function changeSections({ changes, deciding }: Sensitivity): Section[] {
  if (changes.length === 0) return [];
  const components = [...new Set(changes.map(({ component }) => component))];
  const columns = [wordColumn('component', ''), ...['+25%', '-25%', 'left out'].map((name) => figureColumn(name))];
  const rows = components.map((component) => [
    visibleText(component, 40),
    ...changes.filter((each) => each.component === component).map((each) => formatCount(each.moved)),
  ]);
  const title = 'Tasks moved by one weight';
  const all = changes.map(({ component, change, weight, moved, overlap }) => [
    visibleText(component, 40),
    change,
    String(Number(weight.toFixed(4))),
    formatCount(moved),
    `${(100 * overlap).toFixed(1)}%`,
  ]);
  const more = [
    wordColumn('component'),
    wordColumn('change'),
    figureColumn('weight'),
    figureColumn('tasks moved'),
    figureColumn('overlap'),
  ];
  return [
    { title, blocks: [tableOf(title, columns, rows), line(decidingSentence(deciding))] },
    {
      title: 'One weight at a time',
      blocks: [tableOf('Effect of changing one weight', more, all)],
      detail: true,
    },
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

/** The limits of the figures; `usualDraws` if a large pool allowed fewer draws than usual. */
export function sensitivityNotes(facts: Omit<Sensitivity, 'notes'>, usualDraws: number | undefined): readonly string[] {
  const { weights, benchmarks, seedFrom, seed, ties, draws, available } = facts;
  const notes: string[] = [];
  if (usualDraws !== undefined) {
    notes.push(
      `${draws} draws instead of ${usualDraws}, because the pool has ${countOf(available, 'task')}: a frequency is found to within about ${(1 / Math.sqrt(draws)).toFixed(2)}. --draws asks for more.`,
    );
  }
  const [only, ...more] = weights.filter(({ weight }) => weight > 0);
  if (only !== undefined && more.length === 0) {
    notes.push(`Only the component ${only.component} weighs anything: there is nothing to vary, and the overlap is 1.`);
  }
  const idle = weights.filter(({ weight }) => weight === 0);
  if (idle.length > 0) {
    const names = idle.map(({ component }) => component).join(', ');
    notes.push(`A weight of 0 stays 0, so its effect is not explored: ${names}.`);
  }
  if (benchmarks.every(({ selected, eligible }) => selected === eligible)) {
    notes.push('Every benchmark is taken whole: no place depends on a score, and the overlap is 1.');
  }
  if (ties.places > 0) {
    notes.push(
      'Ties end at the id in every draw too: the overlap does not show how many places depend only on the id.',
    );
  }
  if (seedFrom === 'default') notes.push(`Neither the plan nor the command gives a seed; the draws use "${seed}".`);
  return notes;
}
