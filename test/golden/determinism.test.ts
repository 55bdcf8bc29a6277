import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runInProcess, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const outputs = ['selection.json', 'METHODOLOGY.md', 'selection.csv'];

function filesOf(folder: string): string[] {
  return outputs.map((name) => readFileSync(join(folder, name), 'utf8'));
}

function select(args: readonly string[], options: Parameters<typeof runWinnow>[1] = {}): string[] {
  const out = join(temporaryFolder(), 'out');
  const run = runWinnow(['select', ...args, '--quiet', '--out', out], options);
  expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  return filesOf(out);
}

describe('the same plan and pool give the same bytes', () => {
  it('in two runs', () => {
    expect(select(['ccb'])).toEqual(select(['ccb']));
  });

  it.each([
    ['what it prints', ['explain', 'sgt-001']],
    ['a document', ['assess', 'power', '--json']],
    ['a fault, after another run', ['explain', 'no-such-task', '--json']],
    ['a flag that is not there', ['select', '--no-such-flag']],
  ])('in a process of its own and in one that has run before: %s', (_, args) => {
    runWinnow(['inspect', 'data', '--json']);
    expect(runWinnow(args)).toEqual(runInProcess(args));
  });

  it('under another locale, time zone and working directory', () => {
    const elsewhere = temporaryFolder();
    const env = {
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      TZ: 'Pacific/Kiritimati',
      HOME: elsewhere,
      NO_COLOR: '1',
    };
    expect(select(['ccb'], { cwd: elsewhere, env })).toEqual(select(['ccb'], { env: { LANG: 'C', TZ: 'UTC' } }));
  });

  it('from a pool in any order, with other line ends and key orders', () => {
    const lines = readFileSync(join(projectRoot, 'data/ccb/pool.jsonl'), 'utf8').trimEnd().split('\n');
    const plan = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8')
      // The table has the fields themselves, not the columns of the original data.
      .replaceAll(/(?:, |\n +)columns: \{[^}]*\}/g, '')
      .replaceAll('embedded: ccb', 'path: pool.jsonl');
    const variants = {
      asShipped: `${lines.join('\n')}\n`,
      backwards: `\ufeff${lines.toReversed().join('\r\n')}`,
      shuffled: lines
        .map((line, i) => ({ line, key: (i * 7919) % 826 }))
        .sort((a, b) => a.key - b.key)
        .map(({ line }) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line) as object).reverse())))
        .join('\n\n'),
    };
    const results = Object.entries(variants).map(([name, pool]) => {
      const folder = join(temporaryFolder(), name);
      mkdirSync(folder);
      writeFileSync(join(folder, 'plan.yaml'), plan);
      writeFileSync(join(folder, 'pool.jsonl'), pool);
      return select([join(folder, 'plan.yaml')]);
    });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it('whatever the layout and comments of the plan', () => {
    const text = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
    const [own, other] = [text, text.replace(/^ *#.*\n/gm, '').replaceAll('0.30', '0.3')].map((each) => {
      const plan = join(temporaryFolder(), 'plan.yaml');
      writeFileSync(plan, each);
      return select([plan]);
    });
    expect(other).toEqual(own);
  });
});

describe('what the command line prints', () => {
  it('is one JSON document with --json, the same as selection.json', () => {
    const out = temporaryFolder();
    const run = runWinnow(['select', 'ccb', '--json', '--out', out]);
    expect(run.stderr).toBe('');
    expect(run.stdout).toBe(readFileSync(join(out, 'selection.json'), 'utf8'));
  });

  it('is plain text without a terminal and with NO_COLOR', () => {
    const plain = runWinnow(['select', 'ccb', '--dry-run']).stdout;
    expect(plain).toBe(
      runWinnow(['select', 'ccb', '--dry-run'], { env: { NO_COLOR: '1', TERM: 'xterm-256color' } }).stdout,
    );
    expect(plain).not.toMatch(/[^\n\x20-\x7e]/);
  });

  it('writes nothing with --dry-run', () => {
    const folder = temporaryFolder();
    expect(runWinnow(['select', 'ccb', '--dry-run'], { cwd: folder }).code).toBe(0);
    expect(() => readFileSync(join(folder, 'selection', 'selection.json'))).toThrow();
  });
});
