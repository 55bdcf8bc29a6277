import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDepth } from '../../../test/support/depth.js';
import { type Flags, flags, nastyLine, type Tree, trees } from '../../../test/support/git-trees.js';
import { findHeredocPatches } from './find-heredoc-patch.js';
import { readPatch } from './read-patch.js';

const seed = 20_240_611;
const runs = inDepth(60, 30);

let folder = '';
const patches: string[] = [];
let commits = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-patch-'));
  git(['init', '--quiet', '--bare', '.']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('readPatch beside git', () => {
  it(`agrees with git apply --numstat on ${runs} trees`, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(trees, flags, ({ before, after }, chosen) => {
        const { statuses, patch } = diff(commit(before), commit(after), chosen);
        if (patch.length === 0) return;
        const facts = readPatch(patch.toString());
        const want = numstat(patch, chosen.prefix.includes('--no-prefix') ? 0 : 1);
        expect(facts.faults).toEqual([]);
        const read = facts.files.map(({ additions, deletions, path }) => [String(additions), String(deletions), path]);
        expect(read).toEqual(want.map((row) => row.map((text, i) => (i < 2 && text === '-' ? '0' : text))));
        expect(facts.filesChanged).toBe(new Set(want.map(([, , path]) => path)).size);
        expect(facts.additions).toBe(sum(want.map(([added]) => added)));
        expect(facts.deletions).toBe(sum(want.map(([, deleted]) => deleted)));
        for (const [i, status] of statuses.entries()) seen.add(`${status}${want[i]?.[0] === '-' ? ' binary' : ''}`);
        patches.push(patch.toString());
      }),
      { seed, numRuns: runs },
    );
    const kinds = ['added', 'deleted', 'modified', 'renamed', 'copied'];
    const binary = ['added binary', 'deleted binary', 'modified binary'];
    expect([...seen]).toEqual(expect.arrayContaining([...kinds, ...binary]));
  });

  it('reads the same from a patch that went through mail and editors', () => {
    const mail = 'From 0123 Mon Sep 17 00:00:00 2001\nSubject: x\n\n- x\n---\n x | 2 +-\n\n';
    for (const patch of patches) {
      const facts = readPatch(patch);
      expect(readPatch(patch.replaceAll('\n', '\r\n'))).toEqual(facts);
      expect(readPatch(patch.split('\n').map(stripped).join('\n'))).toEqual(facts);
      expect(readPatch(`${mail}${patch}-- \n2.39.5\n\n`)).toEqual(facts);
      expect(readPatch(patch + patch)).toEqual({
        files: [...facts.files, ...facts.files],
        filesChanged: facts.filesChanged,
        additions: 2 * facts.additions,
        deletions: 2 * facts.deletions,
        faults: [],
      });
      const script = `git apply <<'END OF PATCH'\n${patch}END OF PATCH\n`;
      expect(findHeredocPatches(script)).toEqual([patch]);
      const escaped = patch.replaceAll(/[\\$`]/g, '\\$&');
      expect(findHeredocPatches(`cat <<EOF | patch -p1\n${escaped}EOF\n`)).toEqual([patch]);
    }
  });
});

describe('any text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.oneof(nastyLine, fc.string({ maxLength: 5 })), { maxLength: 40 }).map((all) => all.join('\n')),
    fc
      .array(
        fc.constantFrom('<<', '-', 'EOF', "'", '"', '\\', '\n', '\t', '\r', ' ', '#', '((', 'diff --git a/x b/x\n'),
      )
      .map((all) => all.join('')),
  );

  it('gives facts that add up', () => {
    fc.assert(
      fc.property(anyText, (text) => checkSound(text)),
      { seed, numRuns: 800 },
    );
  });

  it('gives facts that add up for damaged patches', () => {
    const damage = fc.record({
      patch: fc.nat(),
      edits: fc.array(fc.record({ kind: fc.constantFrom('delete', 'repeat', 'swap'), at: fc.nat() }), { maxLength: 8 }),
      cut: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(damage, ({ patch, edits, cut }) => {
        const all = (patches[patch % patches.length] ?? '').split('\n');
        for (const { kind, at } of edits) {
          const place = at % all.length;
          if (kind === 'delete') all.splice(place, 1);
          if (kind === 'repeat') all.splice(place, 0, all[place] ?? '');
          if (kind === 'swap') all.splice(place, 2, all[place + 1] ?? '', all[place] ?? '');
        }
        const text = all.join('\n');
        checkSound(cut === null ? text : text.slice(0, cut % (text.length + 1)));
      }),
      { seed, numRuns: 800 },
    );
  });
});

function checkSound(text: string): void {
  const facts = readPatch(text);
  for (const file of facts.files) {
    for (const count of [file.additions, file.deletions]) expect(isCount(count)).toBe(true);
  }
  expect(facts.additions).toBe(sum(facts.files.map((file) => file.additions)));
  expect(facts.deletions).toBe(sum(facts.files.map((file) => file.deletions)));
  expect(facts.additions + facts.deletions).toBeLessThanOrEqual(text.split('\n').length);
  expect(facts.filesChanged).toBeLessThanOrEqual(facts.files.length);
  expect(facts.faults.every((fault) => /^line \d+: /.test(fault))).toBe(true);
  for (const patch of findHeredocPatches(text)) expect(patch.length).toBeLessThanOrEqual(text.length + 1);
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function sum(values: readonly (string | number | undefined)[]): number {
  return values.reduce<number>((total, value) => total + (value === '-' ? 0 : Number(value)), 0);
}

function stripped(text: string): string {
  return text === ' ' ? '' : text;
}

function git(args: readonly string[], input: Buffer | string = ''): Buffer {
  const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', HOME: folder };
  return execFileSync('git', args, { cwd: folder, env, input, stdio: ['pipe', 'pipe', 'ignore'] });
}

function commit(tree: Tree): string {
  commits += 1;
  const branch = `refs/heads/tree-${commits}`;
  const parts: Buffer[] = [Buffer.from(`commit ${branch}\ncommitter A <a@example.org> 0 +0000\ndata 0\n`)];
  for (const [name, entry] of tree) {
    const quoted = `"${name.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`;
    parts.push(
      Buffer.from(`M ${entry.mode} inline ${quoted}\ndata ${entry.content.length}\n`),
      entry.content,
      Buffer.from('\n'),
    );
  }
  git(['fast-import', '--quiet'], Buffer.concat(parts));
  return branch;
}

/** The patch between two commits, and git's summary of each section. */
function diff(before: string, after: string, chosen: Flags): { statuses: string[]; patch: Buffer } {
  const options = [chosen.moves, `-U${chosen.context}`, ...(chosen.binary ? ['--binary'] : []), ...chosen.prefix];
  const config = ['-c', `core.quotePath=${chosen.quotesAll}`];
  const all = git([...config, 'diff', '--no-color', '--patch-with-raw', ...options, before, after]);
  const split = all.indexOf('\n\n');
  const names: Record<string, string[]> = {
    A: ['added'],
    D: ['deleted'],
    M: ['modified'],
    R: ['renamed'],
    C: ['copied'],
    T: ['deleted', 'added'],
  };
  const raw = all.subarray(0, Math.max(0, split)).toString().split('\n');
  const statuses = raw.flatMap((text) => names[/^:\S+ \S+ \S+ \S+ (\w)/.exec(text)?.[1] ?? ''] ?? []);
  return { statuses, patch: split === -1 ? Buffer.alloc(0) : all.subarray(split + 2) };
}

function numstat(patch: Buffer, strip: number): string[][] {
  const rows = git(['apply', '--numstat', '-z', `-p${strip}`], patch)
    .toString()
    .split('\0')
    .slice(0, -1);
  return rows.map((row) => /^(\S+)\t(\S+)\t([\s\S]*)$/.exec(row)?.slice(1) ?? []);
}
