import type { Fault } from '../core/model/fault.js';
import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import type { Task } from '../core/model/task.js';
import { countOf } from '../core/text/count-of.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { readLines } from '../disk/read-lines.js';
import { reasonOf } from '../disk/reason-of.js';
import type { SourceTasks } from './source.js';
import { taskFromRecord } from './task-from-record.js';

const mostFaults = 20;

/**
 * Reads a file of one JSON object a line. A line that names another benchmark belongs to that one; a line that names none
 * belongs to whoever reads it.
 */
export function readTaskLines(file: string, shownAs: string, benchmark: BenchmarkPlan, plan: Plan): SourceTasks {
  const tasks: Task[] = [];
  const faults: Fault[] = [];
  const others = new Set<string>();
  let faulty = 0;
  try {
    for (const { number, text } of readLines(file)) {
      if (text.trim() === '') continue;
      const read = taskFromRecord(parsed(text), benchmark.name, plan.fields);
      if ('belongsTo' in read) others.add(read.belongsTo);
      else if ('task' in read) tasks.push(read.task);
      else {
        faulty += 1;
        if (faulty > mostFaults) continue;
        const place = { file: shownAs, line: number };
        faults.push(...read.faults.map((message) => ({ code: 'pool/bad-line', message, place })));
      }
    }
  } catch (cause) {
    const message = `benchmark "${benchmark.name}": the tasks cannot be read: ${reasonOf(cause)}.`;
    return { tasks: [], faults: [{ code: 'pool/unreadable', message, place: { file: shownAs } }] };
  }
  if (faulty > mostFaults) {
    faults.push({ code: 'pool/bad-line', message: `${countOf(faulty - mostFaults, 'more bad line')}.`, place: { file: shownAs } });
  }
  if (tasks.length === 0 && faults.length === 0 && others.size > 0) {
    faults.push({
      code: 'pool/empty',
      message: `no line belongs to benchmark "${benchmark.name}".${didYouMean(benchmark.name, others)} The file has: ${[...others].sort().join(', ')}.`,
      place: { file: shownAs },
    });
  }
  return { tasks, faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return cause;
  }
}
