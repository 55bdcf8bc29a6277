import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { operations } from '../../src/operations/operations.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { shippedResults, suiteTasks } from '../support/suite-results.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const cwd = suiteFolder();
const all = await Promise.all(operations.map(({ load }) => load()));
const examples = all
  .flatMap((operation) => [operation, ...(operation.parts ?? [])])
  .flatMap((operation) => operation.examples.map(({ command }) => ({ operation: operation.name, command })));

/** The words of a command line, of which some are in quotes. */
const wordsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');

beforeAll(() => {
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd });
  const plan = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
  writeFileSync(join(cwd, 'plan.yaml'), plan.replace(/^name: ccb$/m, 'name: mine'));
  expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
  git('init', '-q');
  git('add', '.');
  expect(git('commit', '-qm', 'Select').status).toBe(0);
  interface SelectedTask {
    readonly task_id: string;
    readonly look?: number;
  }
  const manifest = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')) as { tasks: SelectedTask[] };
  const { tasks } = manifest;
  const table = (of: readonly SelectedTask[], ...systems: string[]) => {
    const rows = (system: string) => of.map(({ task_id: id }, i) => `${id},${system},${(i + system.length) % 2}`);
    return `task_id,config,reward\n${systems.flatMap(rows).join('\n')}\n`;
  };
  const rowsOf = (ids: readonly string[], system: string) =>
    ids.map((id, i) => `${id},${system},${(i + system.length) % 2}`);
  const onSuite = (system: string) => `${rowsOf(suiteTasks('verified', '50'), system).join('\n')}\n`;
  for (const folder of ['results', 'baseline', 'with-tool', 'runs', 'full-results']) mkdirSync(join(cwd, folder));
  writeFileSync(join(cwd, 'results/new.csv'), table(tasks, 'new') + onSuite('new'));
  writeFileSync(join(cwd, 'baseline/runs.csv'), table(tasks, 'baseline') + onSuite('baseline'));
  writeFileSync(join(cwd, 'with-tool/runs.csv'), table(tasks, 'mcp') + onSuite('mcp'));
  const full = rowsOf([...shippedResults('verified', '').keys()], 'newest');
  writeFileSync(join(cwd, 'full-results/newest.csv'), `task_id,config,reward\n${full.join('\n')}\n`);
  writeFileSync(join(cwd, 'results.csv'), table(tasks, 'baseline', 'mcp'));
  const looks = join(projectRoot, 'examples/looks/plan.yaml');
  expect(runWinnow(['select', looks, '--out', 'five-looks', '-q'], { cwd }).code).toBe(0);
  const looked: typeof manifest = JSON.parse(readFileSync(join(cwd, 'five-looks/selection.json'), 'utf8'));
  writeFileSync(
    join(cwd, 'runs/first.csv'),
    table(
      looked.tasks.filter(({ look }) => look === 1),
      'baseline',
      'new',
    ),
  );
  writeFileSync(join(cwd, 'flaky.txt'), 'sgt-001\nsgt-003\n');
  writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
  const ids = Array.from({ length: 60 }, (_, i) => `t${i},t${i},${i}\n`);
  writeFileSync(join(cwd, 'tasks.csv'), `id,key,files_changed\n${ids.join('')}`);
  cpSync(join(projectRoot, 'test/sources/fixtures/harbor/tasks'), join(cwd, 'tasks'), { recursive: true });
});

it('every operation has examples', () => {
  expect(all.filter((operation) => operation.examples.length < 2).map(({ name }) => name)).toEqual([]);
});

it.each(examples)('$operation: $command', ({ command }) => {
  const folder = join(temporaryFolder(), 'here');
  cpSync(cwd, folder, { recursive: true });
  // A plan that is there would not be replaced.
  const [, ...args] = wordsOf(command.replace('winnow init tasks', 'winnow init --out new.yaml tasks'));
  const { code, stderr } = runWinnow(args, { cwd: folder });
  expect([0, 1], stderr).toContain(code);
});
