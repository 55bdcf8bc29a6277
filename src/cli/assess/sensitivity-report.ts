import {
  countOf,
  formatCount,
  type Plan,
  type Sensitivity,
  type Spread,
  type Stability,
  type TaskFrequency,
  type Ties,
  visibleText,
} from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';

const mostTasks = 20;

/** A sensitivity assessment for a person: what stays, what swings, which weight decides, what the ties decide. */
export function sensitivityReport(plan: Plan, sensitivity: Sensitivity, terminal: Terminal): string {
  const { bold, dim } = terminal;
  const { stability, selected, available } = sensitivity;
  const headline = `${bold(visibleText(plan.name))}: ${bold(`${formatCount(stability.core)} of ${formatCount(selected)}`)} selected tasks (of ${formatCount(available)}) stay in at least 9 of 10 draws of the ${visibleText(plan.score.name)} weights`;
  return [
    headline,
    dim(howDrawn(sensitivity)),
    weightTable(sensitivity, terminal),
    overlapTable(sensitivity, terminal),
    ...correlationLine(sensitivity, terminal),
    ...swingTable(sensitivity, terminal),
    ...changeTable(sensitivity, terminal),
    tieLines(sensitivity, terminal),
    ...noteLines(sensitivity, terminal),
  ].join('\n\n');
}

function howDrawn({ draws, concentration, seed, seedFrom }: Sensitivity): string {
  const whose = { option: 'given', plan: "the plan's", default: 'none was given' }[seedFrom];
  return `${countOf(draws, 'draw')} from Dirichlet(${concentration} x weights), seed ${visibleText(seed)} (${whose})`;
}

function weightTable({ weights }: Sensitivity, terminal: Terminal): string {
  const rows = weights.map(({ component, weight, deviation }) => [
    visibleText(component, 40),
    String(Number(weight.toFixed(4))),
    deviation.toFixed(2),
  ]);
  return table('Weight', ['', 'plan', 'sd'], rows, terminal);
}

type Row = Stability & { readonly ties: Ties };

function overlapTable({ stability, ties, selected, benchmarks }: Sensitivity, terminal: Terminal): string {
  const row = (name: string, size: number, { overlap, core, swing, newcomers, ties: { places } }: Row) => [
    visibleText(name, 40),
    ...[overlap.mean, overlap.min, overlap.low, overlap.high].map((value) => value.toFixed(3)),
    `${formatCount(core)} / ${formatCount(size)}`,
    formatCount(swing),
    formatCount(newcomers),
    formatCount(places),
  ];
  const rows = [
    row('all', selected, { ...stability, ties }),
    ...benchmarks.map((each) => row(each.name, each.selected, each)),
  ];
  const heads = ['', 'mean', 'min', '5%', '95%', 'core', 'swing', 'newcomers', 'by id'];
  return table('Overlap with the selection (Jaccard)', heads, rows, terminal);
}

function correlationLine({ correlation }: Sensitivity, { bold }: Terminal): string[] {
  if (correlation === undefined) return [];
  const { mean, min, low, high }: Spread = correlation;
  const [m, least, from, to] = [mean, min, low, high].map((value) => value.toFixed(3));
  return [
    `${bold('Rank correlation of all scores (Spearman)')}\n  mean ${m}, min ${least}, 5% to 95%: ${from} to ${to}`,
  ];
}

function swingTable({ tasks, stability }: Sensitivity, { bold, dim }: Terminal): string[] {
  const swinging = tasks.filter(({ swings }) => swings).toSorted((a, b) => b.frequency - a.frequency);
  if (swinging.length === 0) return [];
  const line = ({ benchmark, id, selected, frequency }: TaskFrequency) =>
    `  ${frequency.toFixed(2)}  ${selected ? 'in ' : 'out'}  ${visibleText(benchmark, 40)} ${visibleText(id, 100)}`;
  const lines = swinging.slice(0, mostTasks).map(line);
  if (swinging.length > mostTasks) lines.push(dim(`  and ${swinging.length - mostTasks} more (--json lists all)`));
  return [
    [bold(`Swing (${countOf(stability.swing, 'task')}): how often selected, and whether now`), ...lines].join('\n'),
  ];
}

function changeTable({ changes, deciding }: Sensitivity, terminal: Terminal): string[] {
  if (changes.length === 0) return [];
  const components = [...new Set(changes.map(({ component }) => component))];
  const rows = components.map((component) => [
    visibleText(component, 40),
    ...changes.filter((each) => each.component === component).map((each) => formatCount(each.moved)),
  ]);
  const verdict =
    deciding === undefined
      ? 'No single change moves a task.'
      : `${deciding.components.map((name) => visibleText(name, 40)).join(' and ')} ${deciding.components.length === 1 ? 'decides' : 'decide'} most: one change moves ${countOf(deciding.tasks, 'task')}${deciding.tiedPlaces === 0 ? '' : `, and ${countOf(deciding.tiedPlaces, 'place')} then go by the id alone`}.`;
  return [
    `${table('Tasks moved by one weight alone', ['', '+25%', '-25%', 'left out'], rows, terminal)}\n  ${verdict}`,
  ];
}

function tieLines({ ties }: Sensitivity, { bold }: Terminal): string {
  const places = `${countOf(ties.places, 'place')} decided by the id alone`;
  const among = ties.places === 0 ? '' : `, among ${countOf(ties.tied, 'tied task')}`;
  return `${bold('Ties')}\n  ${places}${among}; ${formatCount(ties.distinctScores)} of ${countOf(ties.scores, 'score')} distinct`;
}

function noteLines({ notes }: Sensitivity, { bold, warning }: Terminal): string[] {
  if (notes.length === 0) return [];
  const lines = notes.map((note) => `  ${visibleText(note, 400)}`);
  return [[warning(bold(`Notes (${notes.length})`)), ...lines].join('\n')];
}

/** A title above columns: the first to the left, the others to the right under their heads. */
function table(title: string, heads: readonly string[], rows: readonly string[][], { bold, dim }: Terminal): string {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')}`;
  return [bold(title), dim(line(heads)), ...rows.map(line)].join('\n');
}
