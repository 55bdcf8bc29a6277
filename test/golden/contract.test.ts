import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { questions } from '../../src/core/assess/questions.js';
import { schemaOf } from '../../src/core/documents/forms.js';
import { type ContractDocument, documents } from '../../src/operations/documents.js';
import { callWinnow, contractCalls, workplace } from '../support/contract-calls.js';
import { inDepth, oneIn } from '../support/depth.js';
import { undescribed } from '../support/document-faults.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';

/** The documents that commands print, and the table of the page that promises them. */
const all = await documents();
const printed = all.filter(({ command }) => command !== undefined);
const [, page = ''] = readFileSync(join(projectRoot, 'docs/reference/documents.md'), 'utf8').split('## JSON output');

/** The keys that a document always has. */
function keysOf({ schema }: ContractDocument): readonly string[] {
  return (z.toJSONSchema(schemaOf(schema()), { io: 'input' }) as { required: string[] }).required;
}

function documentOf(command: string): ContractDocument {
  const found = all.find((each) => each.command === command);
  if (found === undefined) throw new Error(`no document is listed for ${command}`);
  return found;
}

describe('the contract', () => {
  // But for help, and for mcp, whose standard output is a protocol's.
  it('speaks of every command', () => {
    const help = runWinnow(['--help']).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)]
      .map(([, name]) => name)
      .filter((name) => !['help', 'mcp'].includes(name ?? ''));
    const listed = printed.flatMap(({ name, command = '' }) => (name === 'error' ? [] : [command]));
    expect([...new Set(listed.map((command) => command.split(' ')[0]))].sort()).toEqual(commands.sort());
    expect(listed.toSorted()).toEqual(contractCalls.map(({ command }) => command).toSorted());
  });

  it('has every document in the page, by its exit codes, with its schema', () => {
    const [table = ''] = page.split('\n## ');
    const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| exit codes'));
    const links = new Map<string, string[]>();
    for (const { name, command, exitCodes } of printed) {
      const called = name === 'error' ? command : `\`${command}\``;
      const codes = exitCodes.join(', ');
      links.set(codes, [...(links.get(codes) ?? []), `[${called}](../../schema/${name}.schema.json)`]);
    }
    expect(rows).toEqual([...links].map(([codes, linked]) => `| ${codes} | ${linked.join(', ')} |`));
  });

  it('speaks of every question of assess, and so does its page', () => {
    const asked = printed.flatMap(({ command = '' }) => (command.startsWith('assess ') ? [command] : []));
    expect(asked.sort()).toEqual(questions.map(({ name }) => `assess ${name}`).sort());
    const assessing = readFileSync(join(projectRoot, 'docs/methods/assessing.md'), 'utf8');
    const listed = [...assessing.matchAll(/^\| \[([a-z]+)\]\(/gm)].map(([, name]) => name);
    expect(listed).toEqual(questions.map(({ name }) => name));
  });

  // On the shipped plan; on small inputs test/frozen calls every one of them.
  const large = ['select', 'check', 'estimate', 'report'];
  it.each(
    inDepth(
      contractCalls,
      contractCalls.filter(({ command }) => large.includes(command)),
    ),
  )('of $command: one document with the documented keys, exit code 0', async ({ command, works }) => {
    const { code, stdout, stderr } = await callWinnow(works, workplace());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const document = documentOf(command);
    const keys = Object.keys(JSON.parse(stdout) as object);
    expect(keys.filter((key) => keysOf(document).includes(key))).toEqual(keysOf(document));
    expect(undescribed(document.name, JSON.parse(stdout))).toEqual([]);
  });

  it('of assess: an answer is the document of its part', () => {
    const { stdout } = runWinnow(['assess', 'sample.yaml', '--results', 'results.csv', '--json'], { cwd: workplace() });
    const { parts } = JSON.parse(stdout) as { parts: { part: string; answer: unknown }[] };
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.flatMap(({ part, answer }) => undescribed(`assess-${part}`, answer))).toEqual([]);
  });

  it('of export: the provenance that it writes is described', () => {
    const folder = workplace();
    const args = ['export', 'selection', '--to', 'ids', '--limit', '5', '--out', 'exported'];
    expect(runWinnow(args, { cwd: folder }).code).toBe(0);
    const provenance: unknown = JSON.parse(readFileSync(join(folder, 'exported/provenance.json'), 'utf8'));
    expect(undescribed('provenance', provenance)).toEqual([]);
  });

  it.each(oneIn(2, contractCalls))('of $command: the faults as one document, exit code 2', ({ fails }) => {
    const { code, stdout, stderr } = runWinnow([...fails, '--json'], { cwd: workplace() });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(undescribed('error', JSON.parse(stdout))).toEqual([]);
  });

  const namedOnce = contractCalls.filter(({ command }) => !command.includes(' '));
  it.each(inDepth(contractCalls, namedOnce))('of $command: an unknown option is the caller’s fault', ({ command }) => {
    const { code, stdout, stderr } = runWinnow([...command.split(' '), '--nonsense', '--json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect((JSON.parse(stdout) as { error: { kind: string } }).error.kind).toBe('UsageError');
  });

  const faulty = [
    ['tasks.0.task_dir', '"task_dir": "[^"]*"', '"other": ""'],
    ['tasks.0.task_dir', '"task_dir": "[^"]*"', '"task_dir": 7'],
    ['tasks.0.selection_rationale', '"selection_rationale": ".*"', '"selection_rationale": true'],
    ['metadata.random_seed', '"random_seed"', '"seed"'],
  ] as const;
  it.each(faulty)(
    'of a manifest whose %s is not right: the caller’s fault, with its path (%s → %s)',
    (path, from, to) => {
      const turn = faulty.findIndex((fault) => fault[1] === from && fault[2] === to);
      const folder = workplace();
      const file = join(folder, 'selection/selection.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace(new RegExp(from), to));
      const results = 'examples/outcomes/mcp-paired.csv';
      const calls = [
        ['export', 'selection', '--to', 'ids', '--limit', '5', '--out', 'exported'],
        ['export', 'selection', '--to', 'csv', '--out', 'exported'],
        ['estimate', 'selection', results],
        ['status', 'selection', results],
        ['diff', 'selection', 'ccb'],
        ['assess', 'power', 'selection'],
      ];
      // The sample has every fault and every command.
      for (const args of inDepth(
        calls,
        calls.filter((_, i) => i % faulty.length === turn),
      )) {
        const { code, stdout } = runWinnow([...args, '--json'], { cwd: folder });
        const { error } = JSON.parse(stdout) as { error: { kind: string; faults: { code: string; place: object }[] } };
        expect({ args, code, kind: error.kind }).toEqual({ args, code: 2, kind: 'ManifestError' });
        expect(error.faults).toMatchObject([{ code: 'manifest/malformed', place: { path } }]);
      }
    },
  );

  it('of check and diff: exit code 1 when the gate says no', () => {
    const folder = workplace();
    writeFileSync(join(folder, 'selection/METHODOLOGY.md'), 'edited');
    expect(runWinnow(['check', 'selection'], { cwd: folder }).code).toBe(1);
    const plan = readFileSync(join(folder, 'plan.yaml'), 'utf8').replace('take: 12', 'take: 13');
    writeFileSync(join(folder, 'plan.yaml'), plan);
    expect(runWinnow(['diff', 'ccb', './plan.yaml', '--exit-code'], { cwd: folder }).code).toBe(1);
    expect(runWinnow(['diff', 'ccb', './plan.yaml'], { cwd: folder }).code).toBe(0);
  });
});
