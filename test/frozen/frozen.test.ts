import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formOne, isFormOne, upgradeManifest } from '../../src/core/manifest/form-one.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { readManifest } from '../../src/core/manifest/read-manifest.js';
import { callWinnow, contractCalls, failingCall, workplace } from '../support/contract-calls.js';
import { inDepth } from '../support/depth.js';
import { documentFaults, undescribed } from '../support/document-faults.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// What earlier forms wrote, a folder each. It is never written anew: a version that cannot pass here breaks the promise
// of docs/reference/documents.md. A new form adds its folder: FREEZE=1.3 node_modules/.bin/vitest run test/frozen
const frozen = join(projectRoot, 'test/frozen');

/** The plans whose manifests are kept, and results on their tasks. */
const plans = [
  { name: 'ccb', plan: 'ccb', results: 'examples/outcomes/mcp-paired.csv' },
  { name: 'representative', plan: 'examples/representative/plan.yaml', results: 'examples/outcomes/mcp-paired.csv' },
  { name: 'review-assistant', plan: 'examples/review-assistant/plan.yaml', results: 'test/frozen/inputs/results.csv' },
] as const;

const errorCall = { command: 'error', frozen: failingCall, isNew: undefined };
/** Of the frozen calls that do not end with 0. */
const exitCodeOf = new Map([
  ['check', 1],
  [errorCall.command, 2],
]);
const nameOf = (command: string) => command.replace(/[ -]+/, '-');
const fileOf = (command: string) => `${nameOf(command)}.json`;

const newForm = process.env['FREEZE'];
if (newForm !== undefined) it('freezes a form', () => freeze(join(frozen, newForm)));

async function freeze(folder: string): Promise<void> {
  if (existsSync(folder)) throw new Error(`${folder} is there already: what is frozen stays.`);
  mkdirSync(join(folder, 'documents'), { recursive: true });
  for (const { command, frozen: args } of [...contractCalls, errorCall]) {
    const { code, stdout } = await callWinnow(args, workplace());
    if (command !== errorCall.command) expect([0, 1], stdout).toContain(code);
    writeFileSync(join(folder, 'documents', fileOf(command)), stdout);
  }
  for (const { name, plan } of plans) {
    mkdirSync(join(folder, 'manifests', name), { recursive: true });
    const { stdout } = runWinnow(['select', plan, '--dry-run', '--json']);
    writeFileSync(join(folder, 'manifests', name, 'selection.json'), stdout);
  }
}

const forms = readdirSync(frozen).filter((name) => /^\d+\.\d+$/.test(name));

describe.each(forms)('form %s', (form) => {
  const manifestOf = (name: string) => join(frozen, form, 'manifests', name, 'selection.json');

  describe.each(plans)('the manifest of $name', ({ name, plan, results }) => {
    it('validates against the published schema', () => {
      expect(documentFaults('selection', inPresentForm(JSON.parse(readFileSync(manifestOf(name), 'utf8'))))).toEqual(
        [],
      );
    });

    it.runIf(form.startsWith('1.'))('comes back unchanged from the present form', () => {
      const then = JSON.parse(readFileSync(manifestOf(name), 'utf8')) as Manifest;
      const back = formOne(upgradeManifest({ ...then }) as unknown as Manifest) as Manifest;
      const { version } = then.metadata;
      expect(JSON.stringify({ ...back, metadata: { ...back.metadata, version } })).toBe(JSON.stringify(then));
    });

    it.runIf(form.startsWith('1.'))('is rewritten by migrate, and is then as good as before', () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, 'selection.json'), readFileSync(manifestOf(name)));
      const { code, stdout } = runWinnow(['migrate', folder]);
      expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('is now in format 2.0') });
      const manifest: unknown = JSON.parse(readFileSync(join(folder, 'selection.json'), 'utf8'));
      expect(documentFaults('selection', manifest)).toEqual([]);
      const printed = (path: string) => runWinnow(['estimate', path, results]).stdout.replace(/Next: .*/, '');
      expect(printed(folder)).toBe(printed(manifestOf(name)));
      expect(runWinnow(['migrate', folder]).stdout).toContain('Nothing to change');
    });

    it('is read without a fault', () => {
      expect(readManifest(readFileSync(manifestOf(name), 'utf8')).differences).toEqual([]);
    });

    it('can be checked: nothing in it is malformed or contradicts itself', () => {
      const { code, stdout } = runWinnow(['check', manifestOf(name), '--plan', plan, '--json']);
      const { differences } = JSON.parse(stdout) as { differences: { code: string }[] };
      expect(differences.filter((each) => /^(?:manifest|sum|run)\//.test(each.code))).toEqual([]);
      expect([0, 1]).toContain(code);
    });

    const uses: readonly [string, (file: string, out: string) => string[]][] = [
      ['diff', (file) => ['diff', file, plan]],
      ['estimate', (file) => ['estimate', file, results]],
      ['status', (file) => ['status', file, results]],
      ['export', (file, out) => ['export', file, '--to', 'ids', '--limit', '5', '--out', out]],
      ['assess', (file) => ['assess', 'power', file, '--plan', plan]],
    ];
    // The sample has every command and every manifest.
    const turn = plans.findIndex((each) => each.name === name);
    it.each(
      inDepth(
        uses,
        uses.filter((_, i) => i % plans.length === turn),
      ),
    )('can be used by %s', (_, args) => {
      const { code, stderr } = runWinnow(args(manifestOf(name), temporaryFolder()));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });

    it.runIf(inDepth(true, turn === forms.indexOf(form)))('names tasks that can be explained', () => {
      const { tasks } = JSON.parse(readFileSync(manifestOf(name), 'utf8')) as { tasks: { task_id: string }[] };
      const { code, stderr } = runWinnow(['explain', tasks[0]?.task_id ?? '', '--plan', plan]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    });
  });

  const documents = join(frozen, form, 'documents');
  it.each(existsSync(documents) ? readdirSync(documents) : [])('%s validates against the published schema', (file) => {
    const name = file.replace('.json', '');
    expect(documentFaults(name === 'select' ? 'selection' : name, inPresentForm(documentOf(form, file)))).toEqual([]);
  });
});

it.each([...contractCalls, errorCall])(
  'what $command prints has every key of every form, with the same type, and is described',
  async ({ command, frozen: args, isNew }) => {
    const { code, stdout, stderr } = await callWinnow(args, workplace());
    expect({ code, stderr }).toEqual({ code: exitCodeOf.get(command) ?? 0, stderr: '' });
    const now: unknown = JSON.parse(stdout);
    const before = forms.filter((form) => existsSync(join(frozen, form, 'documents', fileOf(command))));
    expect(before.length === 0).toBe(isNew === true);
    for (const form of before) {
      const gone = lost(inPresentForm(documentOf(form, fileOf(command))), now);
      expect(
        gone.filter((path) => removed.get(command)?.test(path) !== true),
        form,
      ).toEqual([]);
    }
    expect(undescribed(command === 'select' ? 'selection' : nameOf(command), now)).toEqual([]);
  },
);

/** Keys that a document no longer has, by command: a starter plan has no phases and no score, and asks less. */
const removed = new Map([
  ['init', /^(?:phases|weights|benchmarks\/\[\]\/open\/)/],
  ['select', /^(?:methodology\/fields|tasks\/\[\]\/fields|benchmarks\/\[\]\/population)/],
]);

/** A manifest of form 1 as every command reads it; any other document as it is. */
function inPresentForm(document: unknown): unknown {
  return isFormOne(document) ? upgradeManifest(document as Record<string, unknown>) : document;
}

function documentOf(form: string, file: string): unknown {
  return JSON.parse(readFileSync(join(frozen, form, 'documents', file), 'utf8'));
}

it('notices a key that was dropped or has another type', () => {
  const then = { a: [{ b: 1 }, { b: null, c: 'x' }], d: {} };
  expect(lost(then, { a: [{ b: 2, c: '' }], d: {}, e: 1 })).toEqual([]);
  expect(lost(then, { a: [{ b: '2' }], d: [] })).toEqual(['a/[]/b: number', 'a/[]/c: string', 'd: object']);
});

/** Every path of the one document that the other does not have with that type. A null may have become a value. */
function lost(then: unknown, now: unknown): string[] {
  const [before, after] = [typesIn(then), typesIn(now)];
  return [...before].flatMap(([path, types]) =>
    [...types]
      .filter((type) => (type === 'null' ? !after.has(path) : after.get(path)?.has(type) !== true))
      .map((type) => `${path}: ${type}`),
  );
}

/** The types of the values at each path; all entries of a list share one. */
function typesIn(value: unknown, path = '', found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
  if (path !== '') found.set(path, (found.get(path) ?? new Set()).add(type));
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, each] of Object.entries(value)) {
    const step = Array.isArray(value) ? '[]' : key;
    typesIn(each, path === '' ? step : `${path}/${step}`, found);
  }
  return found;
}
