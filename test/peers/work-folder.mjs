// What the runners read their tasks from: rows, a task of Inspect's, and folders.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/prepare.mjs';
import { pool } from './pool.mjs';

/** Writes all of it into a folder. */
export function makePool(work) {
  const row = (id) => ({
    instance_id: id,
    repo: 'owner/repo',
    version: '1.0',
    base_commit: 'c0ffee',
    // Line breaks that Python knows and JSON lets stand.
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
  // In ASCII, since SWE-bench itself is to read the whole of it too.
  const ascii = (value) =>
    JSON.stringify(value).replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  const lines = pool.map((id) => `${ascii(row(id))}\n`).join('');
  writeFileSync(join(work, 'rows.jsonl'), lines);
  const pro = { before_repo_set_cmd: '', selected_test_files_to_run: '[]', fail_to_pass: '[]', pass_to_pass: '[]' };
  const proLine = (id) => `${ascii({ instance_id: id, base_commit: 'c0ffee', ...pro })}\n`;
  writeFileSync(join(work, 'pro.jsonl'), pool.map(proLine).join(''));
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
    mkdirSync(join(folder, 'environment'), { recursive: true });
    mkdirSync(join(folder, 'tests'));
    writeFileSync(join(folder, 'task.toml'), 'version = "1.0"\n[metadata]\n');
    writeFileSync(join(folder, 'task.yaml'), 'instruction: do it\ndifficulty: easy\n');
    writeFileSync(join(folder, 'instruction.md'), 'Do it.\n');
    writeFileSync(join(folder, 'environment', 'Dockerfile'), 'FROM scratch\n');
    writeFileSync(join(folder, 'tests', 'test.sh'), 'true\n');
    // The same task, as older benchmarks have it.
    cpSync(folder, join(work, 'nameless', id), { recursive: true });
    writeFileSync(join(work, 'nameless', id, 'task.toml'), '[task]\nid = "x"\n');
  }
}
