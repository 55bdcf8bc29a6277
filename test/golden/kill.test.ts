import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inDepth, isDeep } from '../support/depth.js';
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
/** With a name that no plan has that ships. */
const named = (text: string) => text.replace(/^name: ccb$/m, 'name: mine');
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

const results = join(projectRoot, 'examples/outcomes/mcp-paired.csv');
const readSelection = [
  ['status', 'selection', results],
  ['estimate', 'selection', results],
  ['diff', 'selection', 'ccb'],
  ['assess', 'power', 'selection'],
  ['check'],
];
const readPlan = [
  ['select', '--dry-run', '--json'],
  ['explain', 'sgt-004'],
];

const commands: readonly WritingCommand[] = [
  { name: 'select, into a new folder', args: ['select', '-q'], readers: readSelection, prepare: folder },
  {
    name: 'select, over another selection',
    args: ['select', 'ccb', '-q', '--force'],
    readers: readSelection,
    prepare: (cwd) => run(cwd, 'select', join(example, 'plan.yaml'), '-q', '--out', 'selection'),
  },
  {
    name: 'check --fix',
    args: ['check', '--fix'],
    readers: readSelection,
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
    againCode: 2,
    readers: readPlan,
    prepare: (cwd) => copyPlan(cwd),
  },
  {
    name: 'exclude, in a file of exclusions',
    args: ['exclude', 'sgt-003', '--reason', 'leaked', '--plan', 'plan.yaml', ...day],
    againCode: 2,
    readers: readPlan,
    prepare: (cwd) => {
      copyPlan(cwd, (text) => text.replace('seed: 42\n', 'seed: 42\nexclusions: exclusions.yaml\n'));
      writeFileSync(join(cwd, 'exclusions.yaml'), '# Decided in the weekly meeting.\n');
    },
  },
  { name: 'init', args: ['init', 'incidents.jsonl'], againCode: 2, readers: readPlan, prepare: copyPool },
  {
    name: 'init --force',
    args: ['init', 'incidents.jsonl', '--force'],
    readers: readPlan,
    prepare: (cwd) => {
      copyPool(cwd);
      copyPlan(cwd);
    },
  },
  {
    name: 'export, into a new folder',
    args: ['export', 'selection', '--to', 'ids', '--out', 'out'],
    readers: [],
    exported: 'out',
    prepare: (cwd) => run(cwd, 'select', '-q'),
  },
  {
    name: 'export, over one with other files',
    args: toSweAgent,
    readers: [],
    exported: 'out',
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
    readers: [],
    exported: 'out',
    prepare: selectIncidents,
  },
  {
    name: 'export, over one with other folders in it',
    args: [...toAll, 'inspect:incidents,csv:incidents'],
    readers: [],
    exported: 'out',
    prepare: (cwd) => {
      selectIncidents(cwd);
      run(cwd, ...toAll, 'inspect:incidents,ids:incidents');
    },
  },
  {
    name: 'export, a dataset into a new folder',
    args: [...toAll, 'hugging-face', '--dataset', 'rows.jsonl', '--benchmark', 'incidents'],
    readers: [],
    exported: 'out',
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
    readers: [],
    exported: 'rest',
    prepare: (cwd) => {
      run(cwd, 'select', '-q');
      run(cwd, 'export', 'selection', '--to', 'ids', '--out', 'rest');
      writeFileSync(join(cwd, 'results.csv'), `task_id,config,reward,status\n${idsOfPro(cwd)[0]},base,1,passed\n`);
    },
  },
  {
    name: 'pool',
    args: ['pool', 'ccb', '-o', 'tasks.jsonl'],
    readers: [['inspect', 'tasks.jsonl']],
    prepare: (cwd) => {
      folder(cwd);
      run(cwd, 'pool', join(example, 'plan.yaml'), '-o', 'tasks.jsonl');
    },
  },
  {
    name: 'exclude --from, into the plan',
    args: ['exclude', '--from', 'oracle.csv', '--write', '--plan', 'plan.yaml', ...day],
    readers: readPlan,
    prepare: (cwd) => {
      copyPlan(cwd);
      writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
    },
  },
  {
    name: 'refresh --write',
    args: ['refresh', '--results', 'oracle.csv', '--write'],
    readers: [...readSelection, ...readPlan],
    prepare: (cwd) => {
      copyPlan(cwd, named);
      run(cwd, 'select', '-q');
      writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
    },
  },
  {
    name: 'refresh --write, of a copy of the plan that ships',
    args: ['refresh', '--results', 'oracle.csv', '--write'],
    readers: readSelection,
    prepare: (cwd) => {
      copyPlan(cwd);
      run(cwd, 'select', '-q');
      writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
    },
  },
  {
    name: 'refresh --write, with a file of exclusions',
    // Between the two files the tasks are excluded already, and the history says so in other words.
    mayDiffer: true,
    args: ['refresh', '--results', 'oracle.csv', '--write'],
    readers: readSelection,
    prepare: (cwd) => {
      copyPlan(cwd, (text) => named(text).replace('seed: 42\n', 'seed: 42\nexclusions: exclusions.yaml\n'));
      writeFileSync(join(cwd, 'exclusions.yaml'), '# Decided in the weekly meeting.\n');
      run(cwd, 'select', '-q');
      writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
    },
  },
  {
    name: 'pilot, over another one',
    args: ['pilot', 'ccb', '--budget', '120 runs', '--out', 'selection'],
    readers: readSelection,
    prepare: (cwd) => run(cwd, 'pilot', 'ccb', '--budget', '60 runs', '--out', 'selection'),
  },
  {
    name: 'estimate --every-eval-ever',
    args: [
      'estimate',
      'selection',
      results,
      '--every-eval-ever',
      'records',
      '--retrieved',
      '1700000000',
      '--organisation',
      'me',
    ],
    readers: [],
    prepare: (cwd) => run(cwd, 'select', '-q'),
  },
  {
    name: 'report --html',
    args: ['report', '--html', 'page.html'],
    readers: [],
    prepare: (cwd) => {
      folder(cwd);
      writeFileSync(join(cwd, 'page.html'), '<!doctype html>old');
    },
  },
  {
    name: 'assess --pictures',
    args: ['assess', 'power', 'ccb', '--pictures', 'charts'],
    readers: [],
    prepare: (cwd) => {
      folder(join(cwd, 'charts'));
      writeFileSync(join(cwd, 'charts/power-curve.svg'), '<svg>old</svg>');
    },
  },
];

const sample = commands.filter(({ name }) => /over (?:another sel|one with other folders)/.test(name));

describe('a command that is killed', () => {
  it.each(inDepth(commands, sample))('leaves whole files, old or new, and readers that see it: $name', (command) => {
    const { killed, answers, faults } = killEverywhere(command, temporaryFolder(), inDepth(1, 13));
    expect(faults).toEqual([]);
    expect(killed).toBeGreaterThan(inDepth(4, 1));
    if (isDeep)
      process.stdout.write(`${command.name}: killed in ${killed} calls, answers ${JSON.stringify(answers)}\n`);
  });
});
