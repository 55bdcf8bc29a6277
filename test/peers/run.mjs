// `npm run test:peers`: exports a selection with ids of every special character and has the runners' own programs, in
// fixed versions, say what they would run; each export's own check must pass, and fail on every way of breaking it. Needs
// Python and the network; not part of `npm test`. `npm run test:peers -- harbor` tries one. docs/contributing/peers.md is written
// again from this result and, for programs that were not tried, the last one. Environments are kept in WINNOW_PEERS_DIR, or
// else below the system's temporary folder.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, root } from '../../scripts/prepare.mjs';
import { breakExport, breaksOf } from './breaks.mjs';
import { environmentOf, runIn } from './environments.mjs';
import { keepRows } from './last-result.mjs';
import { peersPage } from './page.mjs';
import { peers } from './peers.mjs';
import { taskTomls } from './task-tomls.mjs';

ensureInstalled();
ensureBuilt();
const { pool, selected, selectionOf, selectionText } = await import('./pool.mjs');
const { bundle, readOutcomes } = await import('./build-inside.mjs');
const { makePool, makeSuites, suiteIds } = await import('./work-folder.mjs');
const work = mkdtempSync(join(tmpdir(), 'winnow-peers-'));
const run = runIn(work);
const wanted = process.argv.slice(2);
const rows = [];

/** What else Python programs make of what Winnow writes. */
const taskOf = {
  /** The example of docs/examples: filters a data set, and refuses one that lacks a task. */
  example({ python }) {
    const script = join(root, 'docs', 'examples', 'filter_dataset.py');
    const filtered = (text) => {
      writeFileSync(join(work, 'selection.json'), text);
      return run(python, [script, 'selection.json', './hf', 'mine', 'filtered.jsonl']);
    };
    const text = selectionText();
    const { status, stdout, stderr } = filtered(text);
    if (status !== 0) return { problem: stdout + stderr };
    const lines = readFileSync(join(work, 'filtered.jsonl'), 'utf8').trimEnd().split('\n');
    const ids = lines.map((line) => JSON.parse(line).instance_id).sort();
    if (JSON.stringify(ids) !== JSON.stringify([...selected].sort())) return { problem: JSON.stringify(ids) };
    if (filtered(text.replaceAll('"x-1"', '"x-0"')).status === 0)
      return { problem: 'a task that is not there is passed over' };
    return { told: `${ids.length} of ${pool.length} tasks; a missing task detected` };
  },
  /** Tasks of every kind: Winnow refuses those that Harbor refuses, and no others. */
  schema({ python }) {
    const names = taskTomls.map((_, i) => `v${i}`);
    for (const [i, toml] of taskTomls.entries()) {
      mkdirSync(join(work, 'variants', `v${i}`, 'tests'), { recursive: true });
      for (const file of ['instruction.md', 'tests/test.sh'])
        writeFileSync(join(work, 'variants', `v${i}`, file), 'x\n');
      writeFileSync(join(work, 'variants', `v${i}`, 'task.toml'), toml);
    }
    const driver = fileURLToPath(new URL('drivers/harbor_schema.py', import.meta.url));
    const { stdout, stderr } = run(python, [driver, 'variants']);
    const told = stdout.split('\n').findLast((line) => line.startsWith('REFUSED '));
    if (told === undefined) return { problem: `${stdout}\n${stderr}`.slice(-3000) };
    const refused = JSON.parse(told.slice(8));
    writeFileSync(join(work, 'selection.json'), selectionOf(names, names));
    const args = ['export', 'selection.json', '--to', 'harbor', '--path', 'variants', '--out', 'out-schema', '--json'];
    const { error } = JSON.parse(run(process.execPath, [join(root, 'dist', 'winnow.cjs'), ...args]).stdout);
    // Each reason names up to five.
    const messages = (error?.faults ?? []).map(({ message }) => message).join('\n');
    const own = new Set([...messages.matchAll(/"variants\/(v\d+)"/g)].map(([, name]) => name));
    const wrong = names.filter((name) => own.has(name) !== refused.includes(name));
    if (wrong.length > 0)
      return { problem: `it differs for ${wrong.map((name) => taskTomls[name.slice(1)]).join('; ')}` };
    return { told: `${names.length} texts; the same ${refused.length} refused` };
  },
  /** Records of an estimate, by the schema's own classes. */
  records({ python }) {
    const args = [
      'estimate',
      'sample.yaml',
      'results.csv',
      '--json',
      '--every-eval-ever',
      'records',
      '--organisation',
      'me',
    ];
    const made = run(process.execPath, [join(root, 'dist', 'winnow.cjs'), ...args, '--retrieved', '1750000000']);
    if (made.status !== 0) return { problem: made.stdout + made.stderr };
    const { configurations } = JSON.parse(made.stdout);
    const driver = fileURLToPath(new URL('drivers/every_eval_ever_records.py', import.meta.url));
    const { stdout, stderr } = run(python, [driver, 'records']);
    const told = stdout.split('\n').findLast((line) => line.startsWith('READ '));
    if (told === undefined) return { problem: `${stdout}\n${stderr}`.slice(-3000) };
    const wrong = configurations.filter(
      ({ name, readings: [first] }) => JSON.parse(told.slice(5))[name] !== first.pool.mean,
    );
    if (wrong.length > 0) return { problem: `${told} for ${JSON.stringify(wrong.map(({ name }) => name))}` };
    return { told: `${configurations.length} records pass its validate, each with its level and interval` };
  },
};

try {
  makePool(work);
  makeSuites(work);
  for (const peer of peers.filter((each) => wanted.length === 0 || wanted.includes(each.package))) {
    const environment = environmentOf(peer, run);
    for (const use of peer.uses) await note('export', peer, use, environment, () => tried(use, environment));
    for (const use of peer.suites ?? []) await note('suite', peer, use, environment, () => tried(use, environment));
    for (const task of peer.tasks ?? [])
      await note('python', peer, task, environment, () => taskOf[task.kind](environment));
    for (const written of peer.writes ?? []) {
      await note('results', peer, written, environment, () => readBack(written, environment));
    }
  }
} finally {
  for (const folder of [work, bundle]) rmSync(folder, { recursive: true, force: true });
}
const lines = keepRows(rows.map(lineOf), peers);
writeFileSync(join(root, 'docs', 'contributing', 'peers.md'), peersPage(lines, { pool, selected }));
process.exitCode = rows.some(({ problem }) => problem !== undefined) ? 1 : 0;

/** What is kept of a row. */
function lineOf({ kind, peer, what, absent, problem, told, ways = [] }) {
  const date = new Date().toISOString().slice(0, 10);
  const version = peer.clone === undefined ? peer.version : `commit ${peer.version}`;
  const result = absent !== undefined ? `not tried: ${absent}` : problem === undefined ? told : `FAILED: ${problem}`;
  const names = ways.map(({ name }) => name);
  return {
    package: peer.package,
    title: peer.title ?? peer.package,
    version,
    kind,
    name: what.name,
    result,
    ways: names,
    date,
  };
}

/** Tries one thing, and tells and keeps what came of it. */
async function note(kind, peer, what, environment, attempt) {
  const row = { kind, peer, what };
  if (environment.python === undefined) row.absent = environment.reason;
  else Object.assign(row, await attempt());
  rows.push(row);
  const verdict = row.absent !== undefined ? 'ABSENT' : row.problem === undefined ? 'ok  ' : 'FAIL';
  console.log(`${verdict} ${peer.package} ${peer.version}, ${what.name}: ${row.absent ?? row.problem ?? row.told}`);
}

/** What is wrong, or how many tasks the program would run and on how many broken exports the check fails. */
function tried(use, environment) {
  const out = `out-${use.to}-${use.name.replace(/\W+/g, '-')}`;
  const { selection, all, expected } = use.suite === undefined ? ofPool(use) : ofSuite(use);
  const made = winnow(['export', selection, '--to', use.to, '--out', out, '--json', ...use.options]);
  if (made.status !== 0) return { problem: made.stdout + made.stderr };
  const { commands, check, files } = JSON.parse(made.stdout);
  // A plain list has no command.
  const command = use.to === 'ids' ? 'none' : commands[use.command ?? 0]?.command;
  const problem = ranOtherwise(use, out, command, expected, environment);
  if (problem !== undefined) return { problem };
  if (check === undefined || use.command !== undefined) return { told: `${expected.length} of ${all.length} tasks` };
  const passes = checked(check, out, environment);
  if (passes.status !== 0) return { problem: `its check fails: ${passes.stdout}${passes.stderr}` };
  // That its check finds broken exports is tried with the pool.
  const ways = (use.suite === undefined ? breaksOf(use.to, files) : []).filter(
    ({ name, task }) => !use.forgives?.includes(name) && (task === undefined || !use.options.includes('--copy-as')),
  );
  for (const way of ways) {
    const mend = breakExport(way, join(work, out), join(work, 'tasks'));
    const { status, stdout, stderr } = checked(check, out, environment);
    mend();
    if (status === 0) return { problem: `its check passes with ${way.name}: ${stdout}` };
    if (!/would not run|cannot read|others would run|^- .*: \w+Error|was changed/m.test(stdout)) {
      return { problem: `its check fails for another reason with ${way.name}: ${stdout}${stderr}` };
    }
  }
  const broken =
    ways.length === 0 ? '' : `; ${ways.length} broken ${ways.length === 1 ? 'export' : 'exports'} detected`;
  return { told: `${expected.length} of ${all.length} tasks${broken}`, ways };
}

/** A selection of the pool, written for the use. */
function ofPool(use) {
  const all = use.ids?.pool ?? pool;
  const expected = (use.ids?.selected ?? selected).filter((id) => !use.without?.includes(id));
  writeFileSync(join(work, 'selection.json'), selectionOf(expected, all, use.benchmarks));
  return { selection: 'selection.json', all, expected };
}

/** A suite that ships: all its tasks are there, and those that it selects are expected. */
function ofSuite({ suite }) {
  const { tasks } = JSON.parse(winnow(['select', suite, '--dry-run', '--json']).stdout);
  return { selection: suite, all: suiteIds(suite), expected: tasks.map(({ task_id: id }) => id) };
}

function winnow(args) {
  return run(process.execPath, [join(root, 'dist', 'winnow.cjs'), ...args]);
}

/** Undefined when the program, called with the command, would run exactly the expected tasks; else what is wrong. */
function ranOtherwise(use, out, command, expected, environment) {
  if (command === undefined) return 'there is no such command';
  const more = { EXPORT: join(work, out), LLM_CONFIG: 'llm.json' };
  // The shell itself takes the command apart, as it would for whoever copies it.
  // Of several commands the last one runs the program.
  const last = command.split(/&&[\s\\]*/).at(-1);
  const words = run('sh', ['-c', `printf '%s\\0' ${last}`], more)
    .stdout.split('\0')
    .slice(0, -1);
  const driver = fileURLToPath(new URL(`drivers/${use.driver}.py`, import.meta.url));
  const { stdout, stderr } = run(environment.python, [driver, ...words], {
    ...environment.variables,
    EXPORT: join(work, out),
  });
  const told = stdout.split('\n').findLast((line) => line.startsWith('RAN '));
  if (told === undefined) return `${stdout}\n${stderr}`.slice(-3000);
  const ran = JSON.parse(told.slice(4));
  const missing = expected.filter((id) => !ran.includes(id));
  const others = ran.filter((id) => !expected.includes(id));
  if (missing.length + others.length === 0 && ran.length === expected.length) return undefined;
  return `it would not run ${JSON.stringify(missing)}, and would run ${JSON.stringify(others)} besides (${ran.length} in all)`;
}

/** Calls the check of an export as its README says. */
function checked(command, out, environment) {
  const more = {
    ...environment.variables,
    EXPORT: join(work, out),
    PATH: `${environment.folder}/bin:${process.env.PATH}`,
  };
  return run('sh', ['-c', command], more);
}

/** What is wrong, or how many results Winnow read from what the program writes: every second task passed. */
async function readBack(
  { driver, format, suite, ids = suite === undefined ? pool : suiteIds(suite) },
  { python, variables },
) {
  const file = fileURLToPath(new URL(`drivers/${driver}.py`, import.meta.url));
  const { stdout, stderr } = run(python, [file, JSON.stringify(ids)], variables);
  const path = stdout
    .split('\n')
    .findLast((line) => line.startsWith('WROTE '))
    ?.slice(6);
  if (path === undefined) return { problem: `${stdout}\n${stderr}`.slice(-3000) };
  const { outcomes, files, faults } = await readOutcomes([path]);
  if (faults.length > 0 || files[0]?.format !== format) return { problem: JSON.stringify({ files, faults }) };
  const found = Object.fromEntries(outcomes.map(({ taskId, status }) => [taskId, status]));
  const wrong = ids.filter((id, i) => found[id] !== (i % 2 === 1 ? 'passed' : 'failed'));
  if (wrong.length > 0 || outcomes.length !== ids.length) return { problem: `wrong for ${JSON.stringify(wrong)}` };
  // Counted again from what was read, apart from each task.
  const passed = outcomes.filter(({ status }) => status === 'passed').length;
  if (passed !== Math.floor(ids.length / 2)) return { problem: `${passed} of ${ids.length} passed` };
  return { told: `results of ${ids.length} tasks read, ${passed} passed` };
}
