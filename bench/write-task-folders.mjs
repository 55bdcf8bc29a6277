// Task folders as SWE-bench ships them: nine files each, of about the sizes that they have there.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files that a format reads to know a task; the others only count as what it consists of. */
export const filesRead = ['task.yaml', 'gold.patch', 'tests.json', 'problem_statement.md'];

export function writeTaskFolders(root, count) {
  for (let i = 0; i < count; i++) {
    const id = `owner__repo-${10_000 + i}`;
    const folder = join(root, id);
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(filesOf(id, i))) writeFileSync(join(folder, name), text);
  }
}

function filesOf(id, i) {
  const commit = (0x9e3779b97f4a7c15n * BigInt(i + 1)).toString(16).padStart(20, '0').slice(0, 20).repeat(2);
  return {
    'task.yaml': `base_commit: ${commit}
created_at: '2016-08-31T04:07:17Z'
datasets:
- SWE-bench/SWE-bench
eval_type: pass_and_fail
image: swebench/sweb.eval.x86_64.${id}:latest
instance_id: ${id}
log_parser: parse_log_${i % 12}
repo: owner${i % 40}/repo
split: test
version: '1.${i % 20}'
`,
    'gold.patch': patch(`src/module_${i}.py`, 60),
    'test.patch': patch(`tests/test_${i}.py`, 50),
    'tests.json': JSON.stringify({ FAIL_TO_PASS: tests(i, 3), PASS_TO_PASS: tests(i, 170) }),
    'problem_statement.md': lines('The call fails when the value is empty, with this trace:', 32, i),
    'eval.sh': lines('python -m pytest --no-header -rA tests/test_module.py', 64, i),
    Dockerfile: lines('RUN apt-get update && apt-get install --yes python3 git', 84, i),
    'environment.yml': lines('  - package=1.2.3=py39h1234567_0', 80, i),
    'hints.md': lines('I think that this was introduced by the last change of it.', 38, i),
  };
}

function patch(file, changed) {
  const body = Array.from(
    { length: changed },
    (_, line) => `${line % 2 ? '+' : '-'}    value = call(first, second, ${line})\n`,
  );
  const half = changed / 2;
  return `diff --git a/${file} b/${file}\n--- a/${file}\n+++ b/${file}\n@@ -1,${half} +1,${half} @@\n${body.join('')}`;
}

function tests(i, count) {
  return Array.from({ length: count }, (_, test) => `tests/test_${i}.py::TestClass::test_behaviour_number_${test}`);
}

function lines(text, count, i) {
  return Array.from({ length: count }, (_, line) => `${text} ${i + line}\n`).join('');
}
