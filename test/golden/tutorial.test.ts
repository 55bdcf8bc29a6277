import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const page = readFileSync(join(projectRoot, 'docs/tutorial.md'), 'utf8');
const example = join(projectRoot, 'examples/tutorial');

it('the tutorial shows what its commands print, one after another', () => {
  const folder = join(temporaryFolder(), 'tutorial');
  cpSync(example, folder, { recursive: true });
  const shown = [...page.matchAll(/ {4}winnow (.+)\n\n```text\n([\s\S]*?)\n```/g)];
  expect(shown.map(([, args = '']) => args.split(' ')[0])).toEqual(
    expect.arrayContaining(['inspect', 'select', 'explain', 'pool', 'check', 'export']),
  );
  for (const [, args = '', text] of shown) {
    const { code, stdout, stderr } = runWinnow(args.split(' '), { cwd: folder });
    expect({ args, code, stderr, stdout: stdout.trimEnd() }).toEqual({ args, code: 0, stderr: '', stdout: text });
  }
});

it('the tutorial shows its plan', () => {
  const [, plan] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  expect(plan).toBe(readFileSync(join(example, 'plan.yaml'), 'utf8'));
});
