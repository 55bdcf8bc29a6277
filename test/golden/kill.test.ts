import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../support/depth.js';
import { killEverywhere, type WritingCommand } from '../support/kill-everywhere.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const example = join(projectRoot, 'examples/review-assistant');
const folder = (cwd: string) => mkdirSync(cwd, { recursive: true });
const run = (cwd: string, ...args: string[]) => {
  folder(cwd);
  const { code, stderr } = runWinnow(args, { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
};
const copyPlan = (cwd: string, change: (text: string) => string = (text) => text) => {
  folder(cwd);
  writeFileSync(join(cwd, 'plan.yaml'), change(readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8')));
};
const copyPool = (cwd: string) => {
  folder(cwd);
  copyFileSync(join(example, 'incidents.jsonl'), join(cwd, 'incidents.jsonl'));
};
const idsOfPro = (cwd: string): string[] =>
  (
    JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')) as { tasks: { [key: string]: string }[] }
  ).tasks
    .filter(({ benchmark }) => benchmark === 'ccb_swebenchpro')
    .map(({ task_id: id }) => id ?? '');
const toSweAgent = ['export', 'selection', '--to', 'swe-agent', '--out', 'out', '--benchmark', 'ccb_swebenchpro'];
const toAll = ['export', 'selection', '--out', 'out', '--to'];
const selectIncidents = (cwd: string) => run(cwd, 'select', join(example, 'plan.yaml'), '-q', '--out', 'selection');
const day = ['--date', '2026-11-01'];

const commands: readonly WritingCommand[] = [
  { name: 'select, into a new folder', args: ['select', '-q'], folder: 'selection', prepare: folder },
  {
    name: 'select, over another selection',
    args: ['select', 'ccb', '-q', '--force'],
    folder: 'selection',
    prepare: (cwd) => run(cwd, 'select', join(example, 'plan.yaml'), '-q', '--out', 'selection'),
  },
  {
    name: 'check --fix',
    args: ['check', '--fix'],
    folder: 'selection',
    prepare: (cwd) => {
      run(cwd, 'select', '-q');
      const file = (name: string) => join(cwd, 'selection', name);
      writeFileSync(
        file('selection.json'),
        readFileSync(file('selection.json'), 'utf8').replace('"random_seed": 42', '"random_seed": 43'),
      );
      for (const name of ['METHODOLOGY.md', 'selection.csv']) writeFileSync(file(name), 'old');
    },
  },
  {
    name: 'exclude, in the plan',
    args: ['exclude', 'sgt-003', '--reason', 'leaked', '--plan', 'plan.yaml', ...day],
    folder: '.',
    againCode: 2,
    prepare: (cwd) => copyPlan(cwd),
  },
  {
    name: 'exclude, in a file of exclusions',
    args: ['exclude', 'sgt-003', '--reason', 'leaked', '--plan', 'plan.yaml', ...day],
    folder: '.',
    againCode: 2,
    prepare: (cwd) => {
      copyPlan(cwd, (text) => text.replace('seed: 42\n', 'seed: 42\nexclusions: exclusions.yaml\n'));
      writeFileSync(join(cwd, 'exclusions.yaml'), '# Decided in the weekly meeting.\n');
    },
  },
  { name: 'init', args: ['init', 'incidents.jsonl'], folder: '.', againCode: 2, prepare: copyPool },
  {
    name: 'init --force',
    args: ['init', 'incidents.jsonl', '--force'],
    folder: '.',
    prepare: (cwd) => {
      copyPool(cwd);
      copyPlan(cwd);
    },
  },
  {
    name: 'export, into a new folder',
    args: ['export', 'selection', '--to', 'ids', '--out', 'out'],
    folder: 'out',
    prepare: (cwd) => run(cwd, 'select', '-q'),
  },
  {
    name: 'export, over one with other files',
    args: toSweAgent,
    folder: 'out',
    prepare: (cwd) => {
      run(cwd, 'select', '-q');
      const row = (id: string) => JSON.stringify({ instance_id: id, problem_statement: 'p', base_commit: 'c' });
      writeFileSync(join(cwd, 'rows.jsonl'), idsOfPro(cwd).map(row).join('\n'));
      run(cwd, ...toSweAgent, '--dataset', 'rows.jsonl');
    },
  },
  {
    name: 'export, into a new folder with others in it',
    args: [...toAll, 'all'],
    folder: 'out',
    prepare: selectIncidents,
  },
  {
    name: 'export, over one with other folders in it',
    args: [...toAll, 'inspect:incidents,csv:incidents'],
    folder: 'out',
    prepare: (cwd) => {
      selectIncidents(cwd);
      run(cwd, ...toAll, 'inspect:incidents,ids:incidents');
    },
  },
  {
    name: 'export, a dataset into a new folder',
    args: [...toAll, 'hugging-face', '--dataset', 'rows.jsonl', '--benchmark', 'incidents'],
    folder: 'out',
    prepare: (cwd) => {
      selectIncidents(cwd);
      writeFileSync(
        join(cwd, 'rows.jsonl'),
        readFileSync(join(example, 'incidents.jsonl'), 'utf8').replaceAll('"id"', '"instance_id"'),
      );
    },
  },
  {
    name: 'status --missing',
    args: ['status', 'selection', 'results.csv', '--missing', '--to', 'ids', '--out', 'rest'],
    folder: 'rest',
    prepare: (cwd) => {
      run(cwd, 'select', '-q');
      run(cwd, 'export', 'selection', '--to', 'ids', '--out', 'rest');
      writeFileSync(join(cwd, 'results.csv'), `task_id,config,reward,status\n${idsOfPro(cwd)[0]},base,1,passed\n`);
    },
  },
  {
    name: 'pool',
    args: ['pool', 'ccb', '-o', 'tasks.jsonl'],
    folder: '.',
    prepare: (cwd) => {
      folder(cwd);
      run(cwd, 'pool', join(example, 'plan.yaml'), '-o', 'tasks.jsonl');
    },
  },
  {
    name: 'exclude --from, into the plan',
    args: ['exclude', '--from', 'oracle.csv', '--write', '--plan', 'plan.yaml', ...day],
    folder: '.',
    prepare: (cwd) => {
      copyPlan(cwd);
      writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
    },
  },
  {
    name: 'refresh --write',
    args: ['refresh', '--results', 'oracle.csv', '--write'],
    folder: '.',
    prepare: (cwd) => {
      copyPlan(cwd);
      run(cwd, 'select', '-q');
      writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
    },
  },
  {
    name: 'report --html',
    args: ['report', '--html', 'page.html'],
    folder: '.',
    prepare: (cwd) => {
      folder(cwd);
      writeFileSync(join(cwd, 'page.html'), '<!doctype html>old');
    },
  },
  {
    name: 'assess --pictures',
    args: ['assess', 'power', '--pictures', 'charts'],
    folder: 'charts',
    prepare: (cwd) => {
      folder(join(cwd, 'charts'));
      writeFileSync(join(cwd, 'charts/power-curve.svg'), '<svg>old</svg>');
    },
  },
];

const sample = commands.filter(({ name }) => /over (?:another|one)/.test(name));

describe('a command that is killed', () => {
  it.each(inDepth(commands, sample))('leaves all files old or all new: $name', (command) => {
    const { calls, killed, finished, faults } = killEverywhere(command, temporaryFolder(), inDepth(1, 7));
    expect(faults).toEqual([]);
    expect(killed).toBeGreaterThan(3);
    expect(finished).toBeGreaterThan(0);
    expect(finished).toBeLessThan(killed);
    if (inDepth(true, false)) process.stdout.write(`${command.name}: killed in each of ${calls} calls\n`);
  });
});
