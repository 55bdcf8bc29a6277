// What the runners read their tasks from: rows, a task of Inspect's, and folders.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/prepare.mjs';
import { pullRequestIds } from './peers.mjs';
import { pool } from './pool.mjs';

/** A row of a data set of SWE-bench's form. */
const row = (id) => ({
  instance_id: id,
  repo: 'owner/repo',
  version: '1.0',
  base_commit: 'c0ffee',
  // Line breaks that Python knows and JSON leaves as they are.
  patch: 'diff \u2028 \u2029 \u0085 é',
  test_patch: '',
  problem_statement: 'It breaks.',
  FAIL_TO_PASS: '[]',
  PASS_TO_PASS: '[]',
  image: 'none',
  log_parser: 'none',
  eval_type: 'none',
  eval_script: 'true',
});

/** A row of SWE-bench Pro's. */
const proRow = (id) => ({
  instance_id: id,
  base_commit: 'c0ffee',
  ...{ before_repo_set_cmd: '', selected_test_files_to_run: '[]', fail_to_pass: '[]', pass_to_pass: '[]' },
});

/** A row of GSO's. */
const gsoRow = (id) => ({
  ...{ instance_id: id, repo: 'owner/repo', base_commit: 'c0ffee', opt_commit: 'c0ffee', api: 'f' },
  ...{ prob_script: 'pass', tests: ['pass'], hints_text: '', setup_commands: ['true'], install_commands: ['true'] },
  ...{ created_at: '2025-01-01', gt_commit_message: '', gt_diff: '' },
});

/** In ASCII, because SWE-bench itself has to read the whole of it too. */
function ascii(value) {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The ids of all tasks of a suite, as its data has them. */
export function suiteIds(name) {
  const lines = readFileSync(join(root, 'data', name, 'pool.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line).id);
}

/** Writes local data sets with the ids of the suites that ship, since their own need the network. */
export function makeSuites(work) {
  const rowOf = { verified: row, 'swe-bench-pro': proRow, gso: gsoRow };
  for (const [name, of] of Object.entries(rowOf)) {
    const lines = suiteIds(name).map((id) => `${ascii(of(id))}\n`);
    writeFileSync(join(work, `suite-${name}.jsonl`), lines.join(''));
    mkdirSync(join(work, `suite-${name}`));
    writeFileSync(join(work, `suite-${name}`, 'test.jsonl'), lines.join(''));
  }
  const pro = suiteIds('swe-bench-pro');
  for (const id of pro) mkdirSync(join(work, 'run_scripts', id), { recursive: true });
  const patches = pro.map((id) => [id, { instance_id: id, model_patch: 'x', model_name_or_path: 'm' }]);
  writeFileSync(join(work, 'suite-patches.json'), JSON.stringify(Object.fromEntries(patches)));
  for (const id of suiteIds('terminal-bench-2')) makeTask(join(work, 'suite-terminal-bench-2', id), id);
}

/** The folder of a task, as Harbor and Terminal-Bench have it. */
function makeTask(folder, name) {
  mkdirSync(join(folder, 'environment'), { recursive: true });
  mkdirSync(join(folder, 'tests'));
  const named = name === undefined ? '' : `[task]\nname = "terminal-bench/${name}"\n`;
  writeFileSync(join(folder, 'task.toml'), `version = "1.0"\n${named}[metadata]\n`);
  writeFileSync(join(folder, 'task.yaml'), 'instruction: do it\ndifficulty: easy\n');
  writeFileSync(join(folder, 'instruction.md'), 'Do it.\n');
  writeFileSync(join(folder, 'environment', 'Dockerfile'), 'FROM scratch\n');
  writeFileSync(join(folder, 'tests', 'test.sh'), 'true\n');
}

/** Writes all of it into a folder. */
export function makePool(work) {
  const lines = pool.map((id) => `${ascii(row(id))}\n`).join('');
  writeFileSync(join(work, 'rows.jsonl'), lines);
  writeFileSync(join(work, 'pro.jsonl'), pool.map((id) => `${ascii(proRow(id))}\n`).join(''));
  const counts = {
    passed_count: 1,
    failed_count: 0,
    skipped_count: 0,
    passed_tests: ['t'],
    failed_tests: [],
    skipped_tests: [],
  };
  const pullRequest = (id) => {
    const number = Number(id.slice(id.lastIndexOf('-') + 1));
    const of = { org: 'cli', repo: 'cli', number };
    return {
      ...{ ...of, state: 'closed', title: 'It breaks', body: '', tag: '', lang: 'go', number_interval: '' },
      base: { label: 'x', ref: 'trunk', sha: `c0ffee${number}` },
      resolved_issues: [{ number, title: 'It breaks', body: '' }],
      ...{ fix_patch: 'diff', test_patch: '', fixed_tests: {}, p2p_tests: {}, f2p_tests: {}, s2p_tests: {} },
      ...{ n2p_tests: {}, run_result: counts, test_patch_result: counts, fix_patch_result: counts },
    };
  };
  const patchOf = (id) => {
    const { org, repo, number, fix_patch } = pullRequest(id);
    return { org, repo, number, fix_patch };
  };
  const inLines = (rowOf) => pullRequestIds.map((id) => `${JSON.stringify(rowOf(id))}\n`).join('');
  writeFileSync(join(work, 'pull-requests.jsonl'), inLines(pullRequest));
  writeFileSync(join(work, 'pull-request-patches.jsonl'), inLines(patchOf));
  const test = (id, i) => ({ vars: { question: `q${i}` }, metadata: { task_id: id } });
  writeFileSync(join(work, 'tests.jsonl'), pool.map((id, i) => `${JSON.stringify(test(id, i))}\n`).join(''));
  writeFileSync(join(work, 'promptfooconfig.yaml'), "prompts: ['{{question}}']\nproviders: [echo]\n");
  writeFileSync(
    join(work, 'toy_taskset.py'),
    `import json
import verifiers.v1 as vf

class ToyTask(vf.Task[vf.TaskData]):
    pass

class ToyConfig(vf.TasksetConfig):
    pass

class ToyTaskset(vf.Taskset[ToyTask, ToyConfig]):
    def load(self):
        ids = json.loads(${JSON.stringify(ascii(pool))})
        return [ToyTask(vf.TaskData(id=id, prompt="Do it."), self.config.task) for id in ids]

__all__ = ["ToyTaskset"]
`,
  );
  mkdirSync(join(work, 'hf'));
  writeFileSync(join(work, 'hf', 'test.jsonl'), lines);
  writeFileSync(
    join(work, 'predictions.json'),
    JSON.stringify(
      Object.fromEntries(pool.map((id) => [id, { instance_id: id, model_patch: 'x', model_name_or_path: 'm' }])),
    ),
  );
  for (const name of ['the_task', 'other_task']) {
    writeFileSync(
      join(work, `${name}.py`),
      `import json
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
@task
def ${name}():
    ids = json.loads(${JSON.stringify(ascii(pool))})
    return Task(dataset=[Sample(id=id, input="hello", target="x") for id in ids])
`,
    );
  }
  // What an estimate is made from.
  const inputs = join(root, 'test', 'frozen', 'inputs');
  for (const file of ['sample.yaml', 'results.csv']) cpSync(join(inputs, file), join(work, file));
  const example = join('examples', 'review-assistant');
  cpSync(join(root, example), join(work, example), { recursive: true });
  for (const id of pool) {
    mkdirSync(join(work, 'run_scripts', id), { recursive: true });
    const folder = join(work, 'tasks', id);
    makeTask(folder);
    // The same task, as older benchmarks have it.
    cpSync(folder, join(work, 'nameless', id), { recursive: true });
    writeFileSync(join(work, 'nameless', id, 'task.toml'), '[task]\nid = "x"\n');
  }
}
