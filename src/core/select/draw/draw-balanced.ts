import type { Fault, Warning } from '../../model/fault.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { cubeSample } from '../../statistics/cube.js';
import { localPivotal } from '../../statistics/local-pivotal.js';
import { countOf } from '../../text/count-of.js';
import { type BalancingColumn, columnsOfField } from './columns-of-field.js';
import { type Draw, type DrawFrom, drawnFirst, evenDraw } from './draw.js';

/** Each pair of tasks is compared; beyond this many the wait would be minutes. */
const mostToCompare = 20_000;
/** Each step solves a system of so many equations. */
const mostColumns = 60;

/** Spreads the sample over several fields: of two near neighbours seldom both are drawn (Grafström et al. 2012). */
export function drawLocalPivotal(from: DrawFrom): Draw {
  const { tasks } = from;
  if (tasks.length > mostToCompare) {
    const message = `benchmark "${from.benchmark}": method "local-pivotal" compares every two of ${tasks.length} tasks of ${from.stratum}; it is meant for at most ${mostToCompare}.`;
    return refused(from, { code: 'selection/draw', message, hint: 'Group the tasks, or use systematic or cube.' });
  }
  const columns = from.by.flatMap((field) => columnsOfField(tasks, field));
  const points = tasks.map((_, i) => columns.map(({ values }) => values[i] ?? 0));
  const distance = (i: number, j: number) => squaredDistance(points[i] ?? [], points[j] ?? []);
  const drawn = localPivotal(evenChances(from), distance, randomStreamFor(from.seed, `local-pivotal/${from.stratum}`));
  return { ...evenDraw(from, drawnFirst(tasks, drawn)), warnings: unknownWarnings(from, columns), faults: [] };
}

/** Draws so that the sample's weighted totals of several fields equal the pool's as nearly as can be (Deville & Tillé 2004). */
export function drawCube(from: DrawFrom): Draw {
  const { tasks } = from;
  // Of a label's columns the last follows from the others and the fixed number of places.
  const columns = from.by.flatMap((field) => {
    const all = columnsOfField(tasks, field);
    return all.length > 1 ? all.slice(0, -1) : all;
  });
  if (columns.length > mostColumns) {
    const message = `benchmark "${from.benchmark}": method "cube" would balance ${columns.length} columns (one for each number and for each value of a label); it takes at most ${mostColumns}.`;
    return refused(from, { code: 'selection/draw', message, hint: 'Name fewer fields, or labels with fewer values.' });
  }
  const drawn = cubeSample(
    evenChances(from),
    columns.map(({ values }) => values),
    randomStreamFor(from.seed, `cube/${from.stratum}`),
  );
  const at = new Map(tasks.map((task, i) => [task, i]));
  return {
    ...evenDraw(from, drawnFirst(tasks, drawn)),
    balance: (task) => Object.fromEntries(columns.map(({ name, values }) => [name, values[at.get(task) ?? -1] ?? 0])),
    warnings: unknownWarnings(from, columns),
  };
}

function evenChances({ tasks, places }: DrawFrom): number[] {
  return tasks.map(() => places / tasks.length);
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += ((a[at] as number) - (b[at] as number)) ** 2;
  return sum;
}

function unknownWarnings({ benchmark, stratum }: DrawFrom, columns: readonly BalancingColumn[]): Warning[] {
  return columns
    .filter(({ unknown }) => unknown > 0)
    .map(({ name, unknown }) => ({
      code: 'unknown-in-draw',
      message: `${benchmark}: ${countOf(unknown, 'task')} of ${stratum} ${unknown === 1 ? 'has' : 'have'} no ${name}; the draw took the mean for it.`,
      benchmark,
    }));
}

function refused(from: DrawFrom, fault: Fault): Draw {
  return { ...evenDraw(from, from.tasks), faults: [fault] };
}
