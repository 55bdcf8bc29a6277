import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Written {
  readonly methodology: Record<string, unknown>;
  readonly statistics: unknown;
  readonly tasks: unknown;
}

it('the export codecontextbench has the keys and values that earlier versions wrote', () => {
  const folder = temporaryFolder();
  expect(runWinnow(['export', 'ccb', '--to', 'codecontextbench', '--out', 'out'], { cwd: folder }).code).toBe(0);
  const now = JSON.parse(readFileSync(join(folder, 'out/selected_tasks.json'), 'utf8')) as Written;
  const frozen = join(projectRoot, 'test/frozen/1.2/manifests/ccb/selection.json');
  const before = JSON.parse(readFileSync(frozen, 'utf8')) as Written;
  expect(keysIn(now)).toEqual(keysIn(before));
  // The description and the hash of the plan may change, and the wording of the rationales; the tasks, their scores and
  // every count may not.
  const unworded = (value: unknown) => JSON.stringify(value).replaceAll(/"selection_rationale":"[^"]*"/g, '');
  for (const key of ['tasks', 'statistics'] as const) expect(unworded(now[key])).toBe(unworded(before[key]));
  for (const key of ['sdlc_phases', 'mcp_scoring_weights', 'selection_targets'])
    expect(JSON.stringify(now.methodology[key])).toBe(JSON.stringify(before.methodology[key]));
});

/** Every path of keys, those of list items together. */
function keysIn(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path];
  const paths = Object.entries(value).flatMap(([key, each]) =>
    keysIn(each, `${path}/${Array.isArray(value) ? '[]' : key}`),
  );
  return [...new Set(paths)].sort();
}
