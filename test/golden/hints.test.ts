import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/operations/operations.js';
import { sourceTexts } from '../support/prose-in-source.js';
import { runInProcess, runWinnow } from '../support/run-winnow.js';
import { shellWords } from '../support/shell-words.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const names = [...runWinnow(['--help']).stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);

/** A command that a text names: in quotation marks, or as far as it goes without them. */
const command = new RegExp(
  `"winnow ((?:${names.join('|')})\\b[^"]*)"|\`winnow ((?:${names.join('|')})\\b[^\`]*)\`|winnow ((?:${names.join('|')})\\b(?: [^\\s,;()"\`]+)*)`,
  'g',
);

/** The commands in a text, each up to the end of its sentence. */
function commandsIn(text: string): readonly string[] {
  return [...text.matchAll(command)].map(
    ([, quoted, code, plain = '']) => quoted ?? code ?? plain.replace(/(?<=[^\s.:])[.:’]+(?: .*)?$/, ''),
  );
}

/** What a person writes for a placeholder, and the messages for a value, by the option before it. */
const values: Readonly<Record<string, string>> = {
  PATH: 'tasks.csv',
  PLAN: 'plan.yaml',
  FOLDER: 'selection',
  SELECTION: 'selection',
  RESULTS: 'results.csv',
  RESULTS_WITHOUT: 'old.csv',
  RESULTS_WITH: 'new.csv',
  'ALL-RESULTS-SO-FAR': 'results.csv',
  RUNNER: 'ids',
  NAME: 'selection',
  PART: 'power',
  FILE: 'file.html',
  DIR: 'out',
  A: 'old.csv',
  B: 'new.csv',
};
const byOption: Readonly<Record<string, string>> = {
  '--out': 'elsewhere',
  '--to': 'ids',
  '--tier': 'small',
  '--plan': 'plan.yaml',
  '--results': 'results.csv',
};
const byCommand: Readonly<Record<string, readonly string[]>> = {
  init: ['tasks.csv'],
  select: ['plan.yaml'],
  diff: ['selection', 'plan.yaml'],
  help: ['plan/none'],
  assess: ['selection'],
};
const usual = ['selection', 'results.csv'];

/** The words of a command with something for each placeholder and each inserted value. */
function filledIn(text: string): readonly string[] {
  const [name = '', ...words] = shellWords(text.replaceAll(/…+/g, '…'));
  if (name === 'assess' && words[0] === '…') words[0] = 'power';
  let place = 0;
  return [
    name,
    ...words.map((word, i) => {
      const before = words[i - 1] ?? '';
      if (!word.startsWith('-') && !before.startsWith('--')) place += 1;
      // Of a comparison, the first argument is named and the next two are inserted.
      if (word === '…' && name === 'compare')
        return before.startsWith('--') ? 'results.csv' : (['selection', 'old', 'new'][place - 1] ?? '');
      if (word === '…') return byOption[before] ?? (byCommand[name] ?? usual)[place - 1] ?? '';
      return values[word] ?? word.replace('…', '');
    }),
  ];
}

const ids = Array.from({ length: 120 }, (_, i) => `t-${String(i).padStart(3, '0')}`);
const table = (systems: readonly string[]) =>
  `task_id,system,result\n${systems.flatMap((name, arm) => ids.map((id, i) => `${id},${name},${(i * 7 + arm) % 3 === 0 ? 1 : 0}\n`)).join('')}`;

const usualNames = { tasks: 'tasks.csv', plan: 'plan.yaml', results: 'results.csv' };
const usualWorkplace = suiteFolder();
beforeAll(() => fillWorkplace(usualWorkplace, usualNames));

/** A folder with tasks, a plan, a selection and results. */
function workplace(names = usualNames): string {
  const cwd = temporaryFolder();
  if (names === usualNames) cpSync(usualWorkplace, cwd, { recursive: true });
  else fillWorkplace(cwd, names);
  return cwd;
}

function fillWorkplace(cwd: string, names: typeof usualNames): void {
  const rows = ids.map((id, i) => `${id},owner/r${i % 5},${['go', 'rust'][i % 2]},${(i * 37) % 41}\n`);
  writeFileSync(join(cwd, names.tasks), `id,repo,language,files_changed\n${rows.join('')}`);
  writeFileSync(
    join(cwd, names.plan),
    `tasks: ${JSON.stringify(names.tasks)}\ntake: 40\ntiers: { small: 20 }\nseed: 1\n`,
  );
  expect(runWinnow(['select', names.plan, '-q'], { cwd })).toMatchObject({ code: 0 });
  writeFileSync(join(cwd, names.results), table(['old', 'new']));
  for (const system of ['old', 'new']) writeFileSync(join(cwd, `${system}.csv`), table([system]));
  mkdirSync(join(cwd, 'results'));
  cpSync(join(cwd, 'new.csv'), join(cwd, 'results', 'new.csv'));
}

/** Nobody wants these to end: they are asked whether they know the words. */
const servers = ['view', 'mcp', 'serve'];

const loaded = await Promise.all(operations.map(({ load }) => load()));
const examples = new Set(
  loaded
    .flatMap((operation) => [operation, ...(operation.parts ?? [])])
    .flatMap((operation) => operation.examples.map((example) => example.command)),
);

/** These take a plan of their kind, and are run in other tests. */
const special = ['select --wave RESULTS'];

describe('the commands in messages', () => {
  const all = new Map<string, string>();
  for (const { place, text } of sourceTexts())
    for (const each of commandsIn(text)) if (!all.has(each)) all.set(each, place);

  it('are found', () => {
    expect(all.size).toBeGreaterThan(60);
    expect(
      commandsIn('To see it, run "winnow check selection --fix". Or: winnow select PLAN --out FOLDER (or not).'),
    ).toEqual(['check selection --fix', 'select PLAN --out FOLDER']);
    expect(commandsIn('Run winnow init ./a.csv --out b.yaml. To see more, add --full.')).toEqual([
      'init ./a.csv --out b.yaml',
    ]);
  });

  // A bare name may only name the command: that it exists is what the pattern asks. Examples of operations are run by their
  // own test, and texts that a person fills in to the same command are run once.
  const runnable = [...all].filter(
    ([text]) => text.includes(' ') && !special.includes(text) && !examples.has(`winnow ${text}`),
  );
  const distinct = new Map(
    runnable.map(([text, place]) => [filledIn(text).join('\n'), { text, place, words: filledIn(text) }]),
  );
  it.each([...distinct.values()])('can be run: winnow $text ($place)', ({ words }) => {
    const isServer = servers.includes(words[0] ?? '');
    // One ends when it has nothing more to read.
    const run = isServer
      ? runInProcess([...words, '--help'], { cwd: temporaryFolder() })
      : runWinnow(
          words.includes('--help') || words[0] === 'help' || words.includes('--json') ? words : [...words, '--json'],
          { cwd: workplace() },
        );
    expect([0, 1, 2], run.stdout + run.stderr).toContain(run.code);
    const codes =
      run.code === 2
        ? (JSON.parse(run.stdout) as { error: { faults: readonly { code: string; message: string }[] } }).error.faults
        : [];
    expect(codes.filter(({ code }) => code === 'usage')).toEqual([]);
  });
});

/** Runs a line as a person pastes it: a shell takes it apart, and Winnow gets the words that the shell makes of it. */
function pasted(line: string, cwd: string) {
  const bin = temporaryFolder();
  writeFileSync(join(bin, 'winnow'), `#!/bin/sh\nprintf '%s\\0' winnow "$@"\n`);
  chmodSync(join(bin, 'winnow'), 0o755);
  const env = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  const shell = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' });
  const [name, ...args] = shell.stdout.split('\0').slice(0, -1);
  expect({ line, name, code: shell.status, stderr: shell.stderr }).toEqual({
    line,
    name: 'winnow',
    code: 0,
    stderr: '',
  });
  const { code, stdout, stderr } = runWinnow(args, { cwd });
  return { line, code, said: code === 0 ? '' : stdout + stderr };
}

/** What is printed, with everything that a person fills in. */
const withValues = (line: string) => line.replaceAll(/\b[A-Z]{2,}(?:[_-][A-Z]+)*\b/g, (word) => values[word] ?? word);

describe('a command that is printed can be pasted', () => {
  it.each([
    ['without results', () => undefined],
    [
      'with results of a name with spaces',
      (cwd: string) => writeFileSync(join(cwd, "it's my results.csv"), table(['old', 'new'])),
    ],
    [
      'with a plan that changed',
      (cwd: string) =>
        writeFileSync(join(cwd, 'plan.yaml'), readFileSync(join(cwd, 'plan.yaml'), 'utf8').replace('40', '41')),
    ],
  ])('as a next step in a folder, %s', (_, change) => {
    const cwd = workplace();
    for (const name of ['results.csv', 'old.csv', 'new.csv', 'results']) spawnSync('rm', ['-r', name], { cwd });
    change(cwd);
    const { stdout } = runWinnow([], { cwd });
    const next = (stdout.split('Next\n')[1] ?? '')
      .split('\n')
      .flatMap((line) => /^ +(winnow .*?)(?: {2}|$)/.exec(line)?.[1] ?? []);
    expect(next.length).toBeGreaterThan(1);
    for (const line of next)
      expect(pasted(withValues(line), cwd)).toMatchObject({
        code: line === 'winnow check' && _ === 'with a plan that changed' ? 1 : 0,
      });
  });

  it('after an error, with paths that the shell would take apart', () => {
    const odd = { tasks: "my tasks' table.csv", plan: 'my plan.yaml', results: 'my $results.csv' };
    const cwd = workplace(odd);
    const said = (...args: readonly string[]) => {
      const { code, stderr } = runWinnow(args, { cwd });
      expect({ args, code }).toEqual({ args, code: 2 });
      return commandsIn(stderr).filter((each) => each.includes(' ') && !each.startsWith('help '));
    };
    const works = (lines: readonly string[]) => {
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(pasted(withValues(`winnow ${line}`), cwd)).toMatchObject({ code: 0, said: '' });
    };
    works(said('select', odd.tasks).map((line) => `${line} --out new.yaml`));
    works(said('compare', 'selection', odd.results, odd.results));
    works(said('inspect', odd.results).map((line) => (line.startsWith('init') ? `${line} --out other.yaml` : line)));
    const plain = workplace();
    expect(runWinnow(['select', '-o', 'my selection', '-q'], { cwd: plain })).toMatchObject({ code: 0 });
    writeFileSync(
      join(plain, 'plan.yaml'),
      readFileSync(join(plain, 'plan.yaml'), 'utf8').replace('take: 40', 'take: 41'),
    );
    const { code, stderr } = runWinnow(['estimate', 'my selection', 'results.csv'], { cwd: plain });
    expect(code).toBe(2);
    const lines = commandsIn(stderr).filter((each) => each.includes(' ') && !each.startsWith('help '));
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['diff', 'select']);
    for (const line of lines) expect(pasted(`winnow ${line}`, plain)).toMatchObject({ code: 0, said: '' });
  });

  it('after a suite was selected, and a pilot planned from a short plan', () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'my tasks.csv'), `id,language\n${ids.map((id) => `${id},go\n`).join('')}`);
    const printed = (...args: readonly string[]) => {
      const { code, stdout, stderr } = runWinnow(args, { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return commandsIn(stdout);
    };
    printed('init', 'my tasks.csv', '--sample', '20', '--out', 'my plan.yaml');
    const [exported = '', estimated = ''] = printed('select', 'verified', '--tier', '50');
    expect(pasted(`winnow ${exported}`, cwd)).toMatchObject({ code: 0 });
    expect(estimated).toBe('estimate verified RESULTS');
    const paired = printed('pilot', 'my plan.yaml', '--budget', '20 runs', '--out', 'my pilot');
    expect(paired).toEqual([
      "compare 'my pilot' RESULTS_WITHOUT RESULTS_WITH",
      "export 'my pilot' --to RUNNER --out run",
    ]);
    expect(pasted(withValues(`winnow ${paired[1]}`).replace('--out run', '--out arm'), cwd)).toMatchObject({ code: 0 });
    for (const system of ['old', 'new']) writeFileSync(join(cwd, `${system}.csv`), table([system]));
    expect(pasted(withValues(`winnow ${paired[0]}`), cwd)).toMatchObject({ code: 0 });
  });

  it('as the next command of each command', () => {
    const cwd = workplace({ tasks: 'my tasks.csv', plan: 'plan.yaml', results: 'my results.csv' });
    writeFileSync(join(cwd, 'results.csv'), table(['old', 'new']));
    const [, row = ''] = readFileSync(join(cwd, 'selection/selection.csv'), 'utf8').split('\n');
    const [selected = ''] = row.split(',');
    writeFileSync(join(cwd, 'half.csv'), table(['new']).split('\n').slice(0, 30).join('\n'));
    for (const args of [
      ['inspect', 'my tasks.csv'],
      ['init', 'my tasks.csv', '--out', 'my draft.yaml'],
      ['select', '--dry-run'],
      ['select', '--out', 'my selection'],
      ['export', 'my selection', '--to', 'ids', '--out', 'my ids'],
      ['status', 'my selection', 'half.csv'],
      ['status', 'my selection', 'my results.csv'],
      ['estimate', 'my selection', 'my results.csv'],
      ['exclude', selected, '--reason', 'flaky', '--plan', 'plan.yaml'],
      ['diff', 'my selection', 'plan.yaml'],
      ['pilot', 'plan.yaml', '--budget', '20 runs', '--out', 'my pilot'],
    ]) {
      const { code, stdout, stderr } = runWinnow(args, { cwd });
      expect({ args, code, stderr: code === 0 ? '' : stderr }).toEqual({ args, code: 0, stderr: '' });
      const [, next = ''] = /^ *Next: (?:.*, then )?(winnow .*)$/m.exec(stdout) ?? [];
      expect({ args, next }).toEqual({ args, next: expect.stringContaining('winnow ') });
      const line = withValues(next).replace(/--out \w+/, `--out 'of ${args[0]}'`);
      // Another plan's selection is in the usual folder.
      const other = line.startsWith("winnow select 'my draft") ? " --out 'of init'" : '';
      expect(pasted(`${line}${line.startsWith('winnow init') ? ' --out other.yaml' : other}`, cwd)).toMatchObject({
        code: 0,
        said: '',
      });
    }
  });

  it('with the options that decide which tasks and results it is about', () => {
    const cwd = workplace();
    for (const [given, next] of [
      ['status plan.yaml --tier small', 'status plan.yaml --tier small --missing --to RUNNER --out rest'],
      [
        'status plan.yaml old.csv --tier 40 --repeats 2 --allow-shortfall --budget 5 --cost-per-run 1',
        'status plan.yaml old.csv --tier 40 --cost-per-run 1 --budget 5 --allow-shortfall --repeats 2 --missing --to RUNNER --out rest',
      ],
      ['status selection old.csv --allow-changed-plan', 'estimate selection old.csv --allow-changed-plan'],
      [
        'estimate plan.yaml results.csv --tier small --level 0.9 --pass-at 0.5 --no-cache',
        'compare plan.yaml new old --results results.csv --tier small --pass-at 0.5 --no-cache --level 0.9',
      ],
      [
        'export plan.yaml --tier small --repeats 2 --to ids --out ids',
        'status plan.yaml RESULTS --tier small --repeats 2',
      ],
      ['select --tier small --dry-run --allow-shortfall --verbose', 'select --tier small --allow-shortfall'],
      ['exclude t-003 --reason flaky --plan plan.yaml --no-cache', 'select plan.yaml --no-cache'],
    ] as const) {
      const { stdout, stderr } = runWinnow(given.split(' '), { cwd });
      expect([given, /^Next: (?:.*, then )?winnow (.*)$/m.exec(stdout)?.[1], stderr]).toEqual([given, next, '']);
    }
  });

  it('after Harbor’s tasks were not found: the path that it names, of two pools outside the folder', () => {
    const folder = temporaryFolder();
    const cwd = join(folder, 'my work');
    for (const pool of ['first pool', 'second']) {
      for (const id of ids.slice(0, 6)) {
        const task = join(folder, 'all pools', pool, `${pool.slice(0, 3)}-${id}`);
        mkdirSync(join(task, 'tests'), { recursive: true });
        mkdirSync(join(task, 'environment'));
        writeFileSync(
          join(task, 'task.toml'),
          `version = "1.0"\n[task]\nname = "own/${pool.slice(0, 3)}-${id}"\n[metadata]\n`,
        );
        writeFileSync(join(task, 'instruction.md'), 'Do it.\n');
        writeFileSync(join(task, 'environment', 'Dockerfile'), 'FROM scratch\n');
        writeFileSync(join(task, 'tests', 'test.sh'), 'true\n');
      }
    }
    mkdirSync(cwd);
    writeFileSync(
      join(cwd, 'plan.yaml'),
      `name: two\nseed: 1\nbenchmarks:\n  a: { source: { path: '../all pools/first pool' }, select: { take: 3, draw: { method: random } } }\n  b: { source: { path: '../all pools/second' }, select: { take: 3, draw: { method: random } } }\n`,
    );
    expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0 });
    const args = 'winnow export selection --to harbor --agent oracle --out job';
    const first = pasted(args, cwd);
    const path = /--path ('[^']*'|\S+?)\)?[,.)\s]/.exec(first.said)?.[1];
    const done = first.code === 0 ? first : pasted(`${args} --path ${path}`, cwd);
    expect(done).toMatchObject({ code: 0 });
    const job = JSON.parse(readFileSync(join(cwd, 'job', 'job.json'), 'utf8')) as {
      readonly tasks: readonly { readonly path: string }[];
    };
    expect(job.tasks).toHaveLength(6);
    // Each path leads to a task from where the command is run.
    for (const task of job.tasks) expect(readFileSync(join(cwd, task.path, 'instruction.md'), 'utf8')).toBe('Do it.\n');
  });
});
