import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Warning } from '../../src/core/model/errors.js';
import type { ExplorerData } from '../../src/explorer/explorer-data.js';
import { explorerDataOf } from '../../src/explorer/host/explorer-data-of.js';
import { noEdits } from '../../src/explorer/page/state/edits.js';
import { answersOf } from '../../src/explorer/page/state/worker.js';
import { runWinnow } from '../support/run-winnow.js';
import { shippedResults, suiteTasks, unseenResults } from '../support/suite-results.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const strong = '20250807_openhands_gpt5';
const pro = 'GPT-5 High - paper';

interface Warned {
  readonly warnings: readonly Warning[];
}

/** A table of one system's results on tasks of a tier. */
function tableOf(system: string, results: ReadonlyMap<string, number>, ids: readonly string[]): string {
  const file = join(temporaryFolder(), `${system}.csv`);
  const rows = ids.map((id) => `${id},${system},${results.get(id) ?? 0}\n`);
  writeFileSync(file, `task,system,result\n${rows.join('')}`);
  return file;
}

const standard = () => suiteTasks('verified', 'standard');

it.each<readonly [expected: string, suite: string, files: () => readonly string[]]>([
  ['tier-incomplete', 'verified', () => [tableOf('new', unseenResults('verified', strong), standard().slice(3))]],
  ['learned-from', 'verified', () => [tableOf('new', shippedResults('verified', strong), standard())]],
  [
    'tier-incomplete',
    'verified',
    () => [
      tableOf('one', unseenResults('verified', strong), standard().slice(2)),
      tableOf('two', shippedResults('verified', strong), suiteTasks('verified', '100').slice(5)),
    ],
  ],
  [
    'earlier-results',
    'swe-bench-pro',
    () => [tableOf('new', unseenResults('swe-bench-pro', pro), suiteTasks('swe-bench-pro', 'quick'))],
  ],
])('the page shows the warnings that "winnow estimate" prints: %s of %s', async (expected, suite, files) => {
  const paths = files();
  const printed = JSON.parse(runWinnow(['estimate', suite, ...paths, '--json']).stdout) as Warned;
  const { data } = await explorerDataOf({ plan: suite, results: paths });
  const answers = answersOf(JSON.parse(JSON.stringify(data)) as ExplorerData, () => undefined);
  const shown = answers.inquire({ kind: 'inquire', edits: noEdits, name: 'estimate', asked: {} });
  const { warnings } = (shown as { readonly value: Warned }).value;
  const textsOf = (list: readonly Warning[]) => new Set(list.map(({ code, message }) => `${code}: ${message}`));
  expect(printed.warnings.map(({ code }) => code)).toContain(expected);
  expect(textsOf(warnings)).toEqual(textsOf(printed.warnings));
});
