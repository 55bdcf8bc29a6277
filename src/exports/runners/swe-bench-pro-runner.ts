import type { Fault } from '../../core/model/fault.js';
import type { Row } from '../../core/model/row-file.js';
import { csvText } from '../../core/text/csv-text.js';
import { joinWords } from '../../core/text/join-words.js';
import { asciiJson } from '../escape/ascii-json.js';
import type { Naming } from '../tasks/export-task.js';
import { jsonLines, nameInDataset, predictionsOf, rowsOf } from '../tasks/name-in-dataset.js';
import { shownNames } from '../tasks/shown-names.js';
import { inExport, repeatId, runInClone } from './command-parts.js';
import type { ExportFile, RunCommand, Runner, RunnerInput } from './runner.js';

/** SWE-bench Pro's evaluation: it has no option for ids, so the samples and the patches are filtered. */
export const sweBenchPro: Runner = {
  name: 'swe-bench-pro',
  title: 'SWE-bench Pro',
  versions: [],
  reads: ['dataset', 'predictions'],
  takesOneDataset: true,
  nameTasks(tasks, { dataset }): Naming {
    return dataset === undefined ? { named: [], leftOut: [], faults: [needsSamples] } : nameInDataset(tasks, dataset);
  },
  // Its images keep the case of the id, but it keeps its results by the id in folders.
  identityOf: ({ name }) => name.toLowerCase(),
  write(tasks, input) {
    const { dataset, predictions } = input;
    const rows = dataset === undefined ? [] : rowsOf(dataset, tasks).map(withTexts);
    const isCsv = dataset?.kind === 'csv';
    const samplesName = isCsv ? 'samples.csv' : 'samples.jsonl';
    const samples: ExportFile = {
      name: samplesName,
      content: isCsv ? rowsCsv(rows) : jsonLines(rows),
      about: 'the rows of the tasks, all columns',
    };
    const told = predictions === undefined ? undefined : predictionsOf(predictions, tasks);
    const notes = ['It reads run_scripts/ID/ and dockerfiles/ in its clone, and its results go to runs/ there.'];
    if (told === undefined)
      notes.push('No patches were given (--predictions): PATCHES in the command is the absolute path of yours.');
    else if (told.without.length > 0) {
      notes.push(
        `${told.without.length} of ${tasks.length} tasks have no patch and will not be evaluated: ${shownNames(told.without)}.`,
      );
    }
    const patches = {
      name: 'patches.json',
      content: `${asciiJson(told?.rows, 2)}\n`,
      about: 'the patches for the tasks',
    };
    return {
      files: told === undefined ? [samples] : [samples, patches],
      commands: Array.from({ length: input.repeat }, (_, i) => command(input, i + 1, samplesName, told !== undefined)),
      check: { distribution: 'swe-bench-pro', given: { samples: samplesName }, asks: [], code: checkCode },
      runFrom: runInClone('SWE-bench Pro’s repository (scaleapi/SWE-bench_Pro-os)'),
      notes,
      faults: [...(told?.faults ?? []), ...columnFaults(rows, dataset?.file ?? '')],
    };
  },
};

// As swe_bench_pro_eval.py reads them; it is a script in a repository and has nothing else to ask.
const checkCode = `
def resolve():
    import pandas

    path = EXPORT / GIVEN["samples"]
    rows = pandas.read_json(path, lines=True) if path.suffix == ".jsonl" else pandas.read_csv(path)
    found = list(rows.fillna("").set_index("instance_id", drop=False).index)
    without = [name for name in found if not (Path("run_scripts") / name).is_dir()]
    if without:
        problems.append(f"run_scripts/ here lacks {len(without)} tasks: {shown(without)}")
    patches = EXPORT / "patches.json"
    others = {each["instance_id"] for each in json.loads(patches.read_text())} - set(found) if patches.is_file() else set()
    if others:
        problems.append(f"patches for tasks that the samples lack: {shown(others)}")
    return found
`;

const needsSamples: Fault = {
  code: 'export/needs-dataset',
  message: 'SWE-bench Pro has no option for ids: its samples have to be filtered.',
  hint: 'Give the samples (CSV, JSON lines or Parquet) with --dataset, and patches with --predictions.',
};

function command(
  input: RunnerInput,
  run: number,
  samples: 'samples.csv' | 'samples.jsonl',
  hasPatches: boolean,
): RunCommand {
  const { runId, repeat } = input;
  return {
    title: repeat === 1 ? 'Evaluate' : `Evaluate, run ${run}`,
    lines: [
      ['python', 'swe_bench_pro_eval.py'],
      [{ raw: `--raw_sample_path=${inExport(samples)}` }],
      [{ raw: `--patch_path=${hasPatches ? inExport('patches.json') : '"$PATCHES"'}` }],
      [`--output_dir=runs/${repeatId(runId, run, repeat)}`],
      ['--scripts_dir=run_scripts'],
      ['--dockerhub_username=jefzda'],
    ],
  };
}

const neededColumns = [
  'base_commit',
  'before_repo_set_cmd',
  'selected_test_files_to_run',
  'fail_to_pass',
  'pass_to_pass',
];

/** The evaluation looks up its columns by these very names. */
function columnFaults(rows: readonly Row[], file: string): Fault[] {
  const [first] = rows;
  const missing = first === undefined ? [] : neededColumns.filter((column) => !Object.hasOwn(first, column));
  if (missing.length === 0) return [];
  const message = `its rows lack ${joinWords(missing)}; they have: ${shownNames(Object.keys(first ?? {}))}.`;
  const hint = 'Give the samples of SWE-bench Pro, with their columns in lower case.';
  return [{ code: 'export/dataset', message, place: { file }, hint }];
}

/** Lists as the text that the evaluation reads them from. */
function withTexts(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Array.isArray(value) ? asciiJson(value) : value]),
  );
}

function rowsCsv(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  return csvText([columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))]);
}
