import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { snapshotOf } from '../support/kill-everywhere.js';
import { cliFile, projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const hook = '.git/hooks/pre-commit';
const script = '#!/bin/sh\ntouch /tmp/owned\n';
const hash = createHash('sha256').update(script).digest('hex');

/**
 * Plants what a killed run of version 0.2 left: files to place and a journal that says where. Whoever trusts it installs a
 * git hook. The owner is a process that does not run.
 */
function plantJournal(folder: string, step: string): void {
  const stage = join(folder, '.winnow-writing');
  mkdirSync(stage);
  writeFileSync(join(stage, 'owner-1-1'), '');
  writeFileSync(join(stage, 'new-0'), script, { mode: 0o755 });
  writeFileSync(join(stage, 'journal'), JSON.stringify([{ name: step, before: null, after: hash }]));
}

/** Plants what a killed run of this version leaves. */
function plantLeftovers(folder: string): void {
  writeFileSync(join(folder, '.winnow-0123456789abcdef-1.tmp'), script);
  writeFileSync(join(folder, '.winnow-lock'), '0123456789abcdef\n');
}

/** A cloned folder with a plan, a selection and results, in which someone has planted files. */
function clone(): string {
  const cwd = join(temporaryFolder(), 'clone');
  cpSync(template, cwd, { recursive: true });
  // A copied lock has the time of the copy.
  for (const folder of [cwd, join(cwd, 'selection')]) utimesSync(join(folder, '.winnow-lock'), 1, 1);
  return cwd;
}

let template = '';

beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'winnow-test-'));
  const cwd = template;
  copyFileSync(join(projectRoot, 'plans/ccb.yaml'), join(cwd, 'plan.yaml'));
  copyFileSync(join(projectRoot, 'examples/outcomes/mcp-paired.csv'), join(cwd, 'results.csv'));
  copyFileSync(join(projectRoot, 'examples/review-assistant/incidents.jsonl'), join(cwd, 'incidents.jsonl'));
  writeFileSync(join(cwd, 'oracle.csv'), 'task_id,config,reward\nsgt-003,oracle,0\n');
  expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  mkdirSync(join(cwd, '.git/hooks'), { recursive: true });
  plantJournal(cwd, hook);
  plantJournal(join(cwd, 'selection'), 'planted');
  for (const folder of [cwd, join(cwd, 'selection')]) plantLeftovers(folder);
});

afterAll(() => rmSync(template, { recursive: true, force: true }));

const reading: readonly (readonly string[])[] = [
  [],
  ['status', 'selection', 'results.csv'],
  ['estimate', 'selection', 'results.csv'],
  ['diff', 'selection', 'plan.yaml'],
  ['check'],
  ['check', '--without-pool'],
  ['assess'],
  ['assess', 'power', 'selection'],
  ['explain', 'sgt-003'],
  ['inspect', 'incidents.jsonl'],
  ['init', 'incidents.jsonl', '--dry-run'],
  ['select', '--dry-run'],
  ['refresh', '--results', 'oracle.csv'],
  ['exclude', 'sgt-003', '--reason', 'leaked', '--dry-run'],
  ['exclude', '--from', 'oracle.csv'],
];

const elsewhere: readonly ((out: string) => readonly string[])[] = [
  (out) => ['init', 'incidents.jsonl', '--out', join(out, 'plan.yaml')],
  (out) => ['report', '--html', join(out, 'page.html')],
  (out) => ['pool', '-o', join(out, 'pool.jsonl')],
  (out) => ['export', 'selection', '--to', 'ids', '--out', join(out, 'ids')],
  (out) => ['select', '-q', '--out', join(out, 'selection')],
];

describe('a cloned folder in which files are planted', () => {
  it.each(reading.map((args) => ({ args, name: ['winnow', ...args].join(' ') })))(
    'is not written to by $name',
    ({ args }) => {
      const cwd = clone();
      const before = snapshotOf(cwd);
      expect(runWinnow(args, { cwd }).code).toBe(0);
      expect(snapshotOf(cwd)).toBe(before);
    },
  );

  it.each(elsewhere.map((args) => ({ args, name: args('OUT').join(' ') })))(
    'is not written to by $name',
    ({ args }) => {
      const cwd = clone();
      const before = snapshotOf(cwd);
      expect(runWinnow(args(temporaryFolder()), { cwd }).code).toBe(0);
      expect(snapshotOf(cwd)).toBe(before);
    },
  );

  it('is not written to by a server for agents that may only read', async () => {
    const cwd = clone();
    const before = snapshotOf(cwd);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [cliFile, 'mcp'], cwd }));
    onTestFinished(() => client.close());
    for (const [name, given] of [
      ['check', { selection: 'selection' }],
      ['assess', { selection: 'selection', question: 'power' }],
      ['estimate', { selection: 'selection', results: ['results.csv'] }],
      ['explain', { tasks: ['sgt-003'], plan: 'plan.yaml' }],
      ['init', { paths: ['incidents.jsonl'] }],
    ] as const) {
      expect(await client.callTool({ name, arguments: given }), name).toMatchObject({ isError: false });
    }
    expect(snapshotOf(cwd)).toBe(before);
  });

  it('is written to by a command that writes there, which runs no planted step either', () => {
    const cwd = clone();
    expect(runWinnow(['exclude', 'sgt-003', '--reason', 'leaked'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(cwd, hook))).toBe(false);
    expect(existsSync(join(cwd, 'selection/planted'))).toBe(false);
    // It deletes temporary files, by their exact name, and takes over the stale lock.
    for (const folder of [cwd, join(cwd, 'selection')]) {
      expect(existsSync(join(folder, '.winnow-0123456789abcdef-1.tmp'))).toBe(false);
      expect(existsSync(join(folder, '.winnow-lock'))).toBe(false);
      expect(existsSync(join(folder, '.winnow-writing/new-0'))).toBe(true);
    }
  });

  it('shows temporary files in a note', () => {
    const cwd = clone();
    const note = /An interrupted run left 1 temporary file in selection \(\.winnow-\*\.tmp\)/;
    expect(runWinnow([], { cwd }).stdout).toMatch(note);
    expect(runWinnow(['check'], { cwd }).stdout).toMatch(note);
    expect(runWinnow(['status', 'selection'], { cwd }).stderr).toMatch(note);
    expect(runWinnow(['status', 'selection', '--json'], { cwd }).stderr).toBe('');
  });
});
