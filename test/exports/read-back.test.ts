import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExportError } from '../../src/core/model/errors.js';
import { type Export, type ExportRequest, makeExport } from '../../src/exports/make-export.js';
import { runnerNames } from '../../src/exports/runners/runners.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { inDepth } from '../support/depth.js';
import { type MadeTask, manifestWith } from '../support/manifest-with.js';
import { decoysOf, specialIds } from '../support/special-ids.js';
import { readers } from './readers.js';

/** What each runner needs to be told, given the ids of the whole data set. */
function requestFor(to: string, dataset: readonly string[]): ExportRequest {
  const base = { to, folder: "out dir/it's", generatedBy: 'test', tableBytes: parquetBytes };
  if (to === 'harbor') return { ...base, settings: { path: 'tasks' } };
  if (to === 'terminal-bench') return { ...base, settings: { datasetName: 'core==0.1.1' } };
  if (to !== 'swe-bench-pro' && to !== 'hugging-face') return base;
  const columns = {
    base_commit: 'c',
    before_repo_set_cmd: 'x',
    selected_test_files_to_run: '[]',
    fail_to_pass: '[]',
    pass_to_pass: '[]',
  };
  const rows = dataset.map((id) => ({ instance_id: id, ...columns }));
  return { ...base, dataset: { file: 'samples.jsonl', kind: 'json-lines', sha256: '0', rows } };
}

/** Runners whose tasks are folders: no name holds a slash. */
const inFolders = new Set(['harbor', 'terminal-bench']);

async function attempt(tasks: readonly MadeTask[], request: ExportRequest): Promise<Export | ExportError> {
  try {
    return await makeExport(manifestWith(tasks), request);
  } catch (error) {
    if (error instanceof ExportError) return error;
    throw error;
  }
}

/** Runners that only the real program reads back, and an export that is compared as a whole. */
const driven = ['codecontextbench', 'multi-swe-bench', 'promptfoo', 'verifiers'];

it('has a reader for every runner', () => {
  expect([...Object.keys(readers), ...driven].sort()).toEqual([...runnerNames].sort());
});

describe.each(runnerNames.filter((name) => !driven.includes(name)))(
  'an export for %s, read back as that runner reads it',
  (to) => {
    it.each(Object.keys(readers[to] ?? {}))(
      'is exactly the selection, for ids of every special character: %s',
      async (way) => {
        let exported = 0;
        await fc.assert(
          fc.asyncProperty(specialIds, async (generated) => {
            const ids = inFolders.has(to) ? generated.map((id) => id.replaceAll('/', '_')) : generated;
            fc.pre(
              new Set(ids.map((id) => id.toLowerCase())).size === ids.length &&
                ids.every((id) => id !== '.' && id !== '..'),
            );
            // To Inspect 9 and 09 are one number; the README of the export says so, and no pattern tells them apart.
            const numbers = new Set(ids.filter((id) => /^\d+$/.test(id)).map((id) => BigInt(id)));
            const decoys = decoysOf(ids).filter((id) => !(/^\d+$/.test(id) && numbers.has(BigInt(id))));
            const dataset = [...ids, ...decoys].filter((id) => !inFolders.has(to) || !id.includes('/'));
            const tasks = ids.map((id) => ({ id, taskDir: inFolders.has(to) ? id : undefined }));
            const made = await attempt(tasks, requestFor(to, dataset));
            if (made instanceof ExportError) {
              // What cannot be said is refused, all of it by name; never said wrongly.
              expect(new Set(made.faults.map(({ code }) => code))).toEqual(new Set([made.faults[0]?.code]));
              expect(['export/unsayable', 'export/collision']).toContain(made.faults[0]?.code);
              return;
            }
            exported++;
            const run = await readers[to]?.[way]?.(made, dataset);
            expect([...(run ?? [])].sort()).toEqual([...ids].sort());
          }),
          { numRuns: inDepth(40, 20), seed: 20_261_115 },
        );
        expect(exported).toBeGreaterThan(inDepth(15, 7));
      },
    );

    it('gives the same bytes for the same selection', async () => {
      const tasks = ['x-1', 'x-12', 'a/b']
        .filter((id) => !inFolders.has(to) || !id.includes('/'))
        .map((id) => ({ id, taskDir: id }));
      const request = requestFor(to, ['x-1', 'x-12', 'a/b']);
      const files = async (list: readonly MadeTask[]) => (await makeExport(manifestWith(list), request)).files;
      expect(await files(tasks)).toEqual(await files(tasks.toReversed()));
    });

    it('lies beside a README with the command and a provenance file', async () => {
      const made = await makeExport(manifestWith([{ id: 'x-1', taskDir: 'x-1' }]), requestFor(to, ['x-1']));
      expect(made.files.map(({ name }) => name).slice(-2)).toEqual(['README.md', 'provenance.json']);
      const provenance = JSON.parse(made.files.at(-1)?.content as string);
      expect(provenance).toMatchObject({ format: 'winnow-export/1', runner: to, seed: 7, plan: { name: 'small' } });
      expect(provenance.selection_sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(provenance.pools.mine).toMatch(/^[0-9a-f]{64}$/);
      expect(Object.keys(provenance.files)).toEqual(made.files.map(({ name }) => name).slice(0, -1));
      expect(made.files.every(({ name }) => /^(?:dataset\/)?[a-zA-Z][\w-]*\.[a-z]+$/.test(name))).toBe(true);
    });
  },
);
