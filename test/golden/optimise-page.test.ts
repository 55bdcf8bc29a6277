import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { frontierQuestion } from '../../src/core/assess/frontier/frontier-question.js';
import { explainTask } from '../../src/core/explain/explain-task.js';
import { type ExplorerData, unpackPools } from '../../src/explorer/explorer-data.js';
import { explorerDataOf } from '../../src/explorer/host/explorer-data-of.js';
import { packedJson, parsePacked } from '../../src/explorer/packed/packed-json.js';
import { type PackedSelection, selectionUnpacker } from '../../src/explorer/packed/selection-columns.js';
import { projectRoot } from '../support/run-winnow.js';
import { studyOf } from '../support/study-data.js';
import { temporaryFolder } from '../support/temporary-folder.js';

it('a page shows what was found, with its frontier, and does not solve again', async () => {
  const text = readFileSync(join(projectRoot, 'examples/optimise/plan.yaml'), 'utf8');
  const file = join(temporaryFolder(), 'plan.yaml');
  const optimise =
    'optimise:\n  maximise: score\n  take: 30\n  rules: [{ by: phase, at_least: 2 }, { by: language, at_most: 9 }]\n';
  writeFileSync(file, text.slice(0, text.indexOf('optimise:\n')) + optimise + text.slice(text.indexOf('\nphases:')));
  const loaded = await explorerDataOf({ plan: file });
  const data = JSON.parse(JSON.stringify(loaded.data)) as ExplorerData;
  const packed = parsePacked(packedJson(loaded.packed)) as PackedSelection;
  const selection = selectionUnpacker(unpackPools(data.pools))(packed);
  expect(selection.choices).toHaveLength(30);
  const [optimum] = selection.benchmarks.map((benchmark) => benchmark.optimum);
  expect(optimum?.certificate).toMatchObject({ status: 'optimal', gap: 0 });
  const { document, pictures } = frontierQuestion.ask({ selection, results: undefined }, {});
  expect(JSON.stringify(document)).toContain('"is_plan":true');
  expect(pictures.map(({ name }) => name)).toEqual(['frontier-1-1']);
  // What takes solving is said not to be known.
  const out = selection.benchmarks.flatMap(({ tasks }) => tasks).find(({ id }) => id === 'sgt-024');
  if (out === undefined) throw new Error('no such task');
  expect(explainTask(selection, out).verdict).toMatchObject({ kind: 'out', forced: { kind: 'not settled' } });
  const [component = '', other = ''] = selection.plan.score.weights.keys();
  const weights = new Map(
    [...selection.plan.score.weights].map(([name]) => [name, name === component || name === other ? 0.5 : 0]),
  );
  expect(studyOf(data).run({ benchmarks: new Map(), weights })).toMatchObject({ faults: [{ code: 'optimise/page' }] });
});
