import type { Fault } from '../core/model/fault.js';
import type { Task } from '../core/model/task.js';
import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { reasonOf } from '../disk/reason-of.js';
import type { RecordsByBenchmark } from './record-file.js';
import type { SourceRequest, SourceTasks } from './source.js';
import { taskFromRecord } from './task-from-record.js';

const mostFaults = 20;

/** The tasks of one benchmark in a file of records: those that name it, and those that name none. */
export function tasksFromFile(file: string, shownAs: string, request: SourceRequest): SourceTasks {
  const { plan, benchmark, files } = request;
  let records: RecordsByBenchmark;
  try {
    records = files.read(file);
  } catch (cause) {
    const message = `benchmark "${benchmark.name}": the tasks cannot be read: ${reasonOf(cause)}.`;
    return { tasks: [], faults: [{ code: 'pool/unreadable', message, place: { file: shownAs } }] };
  }
  const tasks: Task[] = [];
  const faults: Fault[] = [];
  let faulty = 0;
  for (const { line, data } of [...(records.get(benchmark.name) ?? []), ...(records.get(undefined) ?? [])]) {
    const read = taskFromRecord(data, benchmark.name, plan.fields);
    if ('task' in read) {
      tasks.push(read.task);
      continue;
    }
    faulty += 1;
    if (faulty > mostFaults) continue;
    faults.push(...read.faults.map((message) => ({ code: 'pool/bad-line', message, place: { file: shownAs, line } })));
  }
  if (faulty > mostFaults) {
    const message = `${countOf(faulty - mostFaults, 'more bad line')}.`;
    faults.push({ code: 'pool/bad-line', message, place: { file: shownAs } });
  }
  if (tasks.length + faulty === 0 && records.size > 0) faults.push(nothingHere(benchmark.name, records, shownAs));
  return { tasks, faults };
}

function nothingHere(benchmark: string, records: RecordsByBenchmark, file: string): Fault {
  const others = [...records.keys()].filter((name) => name !== undefined).sort(compareText);
  return {
    code: 'pool/empty',
    message: `no line belongs to benchmark "${benchmark}".${didYouMean(benchmark, others)} The file has: ${others.join(', ')}.`,
    place: { file },
    hint: 'The plan’s key of a benchmark must be the name its lines carry.',
  };
}
