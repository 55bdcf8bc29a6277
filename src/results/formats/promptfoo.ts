import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { compareText, countOf } from '../../core/text/words.js';
import { openResultFile, type ResultFile, type ResultRow, type ResultTable } from '../content/result-file.js';
import { numberOf, ownText, ownValue } from '../content/values.js';
import type { Reading } from './reading.js';
import type { ResultFormat } from './result-format.js';
import { idsIn, type RunnerRow, readRunnerRows, taskNames } from './rows.js';

/** The output of `promptfoo eval` as JSON, JSON lines or CSV. */
export const promptfoo: ResultFormat = {
  name: 'promptfoo',
  title: 'promptfoo output (JSON, JSON lines or CSV)',
  recognises: (file) => resultsIn(file) !== undefined,
  readsLoneRow: true,
  async read(reading) {
    const twin = await moreComplete(reading.path);
    if (twin !== undefined) {
      reading.also.push(twin);
      return;
    }
    const rows: TestResult[] = [];
    for await (const row of resultsIn(reading)?.() ?? []) rows.push(row);
    await readRunnerRows(reading, await runnerRows(rows, reading), true);
  },
};

/** One test under one provider and prompt. */
interface TestResult {
  /** The variables that distinguish the test from others. */
  readonly vars: UnknownRecord;
  readonly metadata?: unknown;
  readonly description: string | undefined;
  readonly provider: string | undefined;
  readonly prompt: string;
  readonly verdict: Pick<RunnerRow, 'reward' | 'status' | 'cost_usd' | 'duration_ms'>;
  readonly run: string | undefined;
  readonly place: ResultRow['place'];
}

type Results = () => Iterable<TestResult> | AsyncIterable<TestResult>;

function resultsIn({ content }: ResultFile): Results | undefined {
  if (content.kind === 'table') {
    const { table } = content;
    const outputs = outputColumns(table);
    if (outputs.length > 0) return () => cellResults(table, outputs);
    if (!isResult(table.first?.data)) return undefined;
    return async function* () {
      for await (const { data, place } of table.rows()) yield testResult(data, place, undefined);
    };
  }
  const document = content.kind === 'document' ? content.data : undefined;
  const inner = ownValue(document, 'results');
  // Versions 1 and 2 have the list at the top; later ones wrap it.
  const list = Array.isArray(inner) ? inner : ownValue(inner, 'results');
  if (!Array.isArray(list) || list.length === 0 || !list.every(isResult)) return undefined;
  const run = ownText(document, 'evalId');
  return () => list.map((result, i) => testResult(result, { path: `results[${i}]` }, run));
}

/** Whether a value is promptfoo's record of one output. */
function isResult(value: unknown): value is UnknownRecord {
  const hasRecords = isRecord(ownValue(value, 'vars')) && isRecord(ownValue(value, 'prompt'));
  return hasRecords && typeof ownValue(value, 'success') === 'boolean';
}

function testResult(result: UnknownRecord, place: ResultRow['place'], run: string | undefined): TestResult {
  const [test, prompt, provider] = ['testCase', 'prompt', 'provider'].map((key) => ownValue(result, key));
  // A provider may add its own variables to those of the test.
  const vars = ownValue(test, 'vars') ?? ownValue(result, 'vars');
  const reason = ownValue(result, 'failureReason');
  const hasOutput = ownValue(result, 'response', 'output') !== undefined;
  // Reason 2 is an error; older versions have no reason, and no output if the provider broke.
  const isBroken = reason === 2 || (reason === undefined && !hasOutput && ownText(result, 'error') !== undefined);
  return {
    vars: isRecord(vars) ? vars : {},
    metadata: ownValue(test, 'metadata'),
    description: ownText(test, 'description') ?? ownText(result, 'description'),
    provider: ownText(provider, 'label') ?? ownText(provider, 'id'),
    prompt: ownText(prompt, 'label') ?? ownText(prompt, 'display') ?? ownText(prompt, 'raw') ?? '',
    verdict: {
      reward: ownValue(result, 'success'),
      status: isBroken ? 'errored' : undefined,
      cost_usd: numberOf(ownValue(result, 'cost')),
      duration_ms: numberOf(ownValue(result, 'latencyMs')),
    },
    run,
    place,
  };
}

/** A column of outputs of a CSV file; later versions have a separate verdict column after it. */
interface OutputColumn {
  readonly column: string;
  readonly status: string;
  readonly provider: string | undefined;
  readonly prompt: string;
}

const markedCell = /^\[(PASS|FAIL|ERROR)\]/;

function outputColumns({ columns, first }: ResultTable): readonly OutputColumn[] {
  return columns.flatMap((column, i): readonly OutputColumn[] => {
    const [next = '', afterNext = ''] = columns.slice(i + 1, i + 3);
    // A repeated name may have a number after it.
    const hasStatus = /^Status\b/.test(next) && /^Score\b/.test(afterNext);
    if (!hasStatus && !markedCell.test(ownText(first?.data, column) ?? '')) return [];
    const [, provider, prompt = column] = /^\[([^\]]+)\] (.*)$/s.exec(column) ?? [];
    return [{ column, status: hasStatus ? next : column, provider, prompt }];
  });
}

async function* cellResults(table: ResultTable, outputs: readonly OutputColumn[]): AsyncGenerator<TestResult> {
  const start = table.columns.indexOf(outputs[0]?.column ?? '');
  // The oldest versions have the variables last.
  const others = start > 0 ? table.columns.slice(0, start) : table.columns.slice(outputs.length);
  for await (const { data, place } of table.rows()) {
    const vars = Object.fromEntries(others.filter((name) => name !== 'Description').map((name) => [name, data[name]]));
    for (const { column, status, provider, prompt } of outputs) {
      const cell = ownText(data, status) ?? '';
      const word = column === status ? markedCell.exec(cell)?.[1] : cell;
      // A prompt may not have been run on every test.
      if (word === undefined || word === '') continue;
      const description = ownText(data, 'Description');
      yield { vars, description, provider, prompt, verdict: { status: word }, run: undefined, place };
    }
  }
}

async function runnerRows(results: readonly TestResult[], reading: Reading): Promise<readonly RunnerRow[]> {
  const keyOf = (vars: unknown) => JSON.stringify(vars);
  const names = await taskNames(
    results.map(({ vars, metadata, description, place }) => ({ data: { vars, metadata, description }, place })),
    ({ vars, metadata, description }) => [
      keyOf(vars),
      [...idsIn(vars), ...idsIn(metadata), description as string | undefined],
    ],
  );
  if (names.size === 0 && results.length > 0) {
    const message = (n: number) =>
      `${countOf(n, 'promptfoo test has', 'promptfoo tests have')} no id, so Winnow uses the variables as the task name. To give a test an id, add task_id to its vars or metadata.`;
    reading.warn('outcomes/no-ids', message, new Set(results.map(({ vars }) => keyOf(vars))).size);
  }
  const isOnePrompt = new Set(results.map(({ prompt }) => prompt)).size === 1;
  return results.map(({ vars, provider, prompt, verdict, run, place }) => ({
    task_id: names.get(keyOf(vars)) ?? nameByVariables(vars),
    config: provider === undefined ? prompt : isOnePrompt ? provider : `[${provider}] ${prompt}`,
    run_id: run,
    ...verdict,
    place,
  }));
}

/** `body=Hello, language=French`; for one variable, its value. */
function nameByVariables(vars: UnknownRecord): string {
  const text = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const entries = Object.entries(vars).sort(([a], [b]) => compareText(a, b));
  const [only, ...others] = entries;
  if (only !== undefined && others.length === 0) return text(only[1]);
  return entries.map(([name, value]) => `${name}=${text(value)}`).join(', ');
}

/** A more detailed file from the same evaluation: `promptfoo eval` writes several at once. */
async function moreComplete(path: string): Promise<string | undefined> {
  const [, stem, ending = ''] = /^(.*)\.(csv|jsonl)$/i.exec(path) ?? [];
  for (const better of ending.toLowerCase() === 'csv' ? ['json', 'jsonl'] : stem === undefined ? [] : ['json']) {
    const twin = `${stem}.${better}`;
    try {
      const content = await openResultFile(twin);
      if (resultsIn({ path: twin, content }) !== undefined) return twin;
      if (content.kind === 'archive') content.archive.close();
    } catch {
      // There is none.
    }
  }
  return undefined;
}
