import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { largePlan, writeLargeTable } from '../../bench/write-large-table.mjs';
import { runPlan } from '../../src/core/pipeline.js';
import { loadPlanFiles } from '../../src/disk/load-plan.js';
import { selectionFiles } from '../../src/disk/write-selection.js';
import { readPools } from '../../src/sources/read-pools.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

it.each(['parquet', 'json'] as const)(
  'gives the same files of a large %s table as from all tasks in memory',
  async (format) => {
    const folder = temporaryFolder();
    const planFile = join(folder, 'plan.yaml');
    await writeLargeTable(join(folder, `rows.${format}`), 120_000, format);
    writeFileSync(planFile, largePlan(`{ path: rows.${format}, format: table }`));
    expect(runWinnow(['select', 'plan.yaml', '--out', 'out', '--quiet'], { cwd: folder }).code).toBe(0);
    const { plan } = await loadPlanFiles(planFile);
    const files = selectionFiles(runPlan(plan, await readPools(plan)));
    for (const { name, text } of files)
      expect(readFileSync(join(folder, 'out', name), 'utf8') === String(text), name).toBe(true);
    // What was written is what is checked.
    expect(runWinnow(['check', 'out', '--plan', 'plan.yaml'], { cwd: folder }).code).toBe(0);
  },
);
