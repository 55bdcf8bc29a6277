import { sumOf } from '../../core/lists/lists.js';
import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellNumber, cellRows, cellStruct, cellText, hasAny } from '../facts/cells.js';
import { languageOfPatch } from '../facts/languages.js';
import { instructionChars, patchCounts } from '../facts/sizes.js';
import { count, label, type NumberFact, noId } from '../facts/task-facts.js';
import { type RecordFormat, rowLabels } from './task-format.js';

/** Pull requests as published by Multi-SWE-bench. */
export const multiSweBench: RecordFormat = {
  kind: 'record',
  name: 'multi-swe-bench',
  title: 'Multi-SWE-bench',
  matches,
  read(record) {
    const [org, repo, number] = [cellText(record['org']), cellText(record['repo']), cellNumber(record['number'])];
    if (org === undefined) return noId('org', record['org']);
    if (repo === undefined) return noId('repo', record['repo']);
    if (number === undefined) return noId('number', record['number'], 'a number');
    const patch = patchCounts(record['fix_patch']);
    const problem = problemOf(record);
    const given = cellText(record['instance_id']);
    const language = rowLabels(record, { language: 'language' });
    return {
      id: `${org}/${repo}:pr-${number}`,
      aliases: [`${org}__${repo}-${number}`, ...(given === undefined ? [] : [given])],
      labels: [
        ...label('repo', `${org}/${repo}`, 'row'),
        ...(language.length > 0 ? language : languageOfPatch(patch)),
        ...rowLabels(record, { difficulty: 'difficulty', category: 'category' }),
      ],
      numbers: [
        ...patch.numbers,
        ...testsToFix(record),
        ...count('tests_to_keep', testsIn(record['p2p_tests']), true),
        ...instructionChars(problem),
      ],
      remarks: [...patch.remarks, ...(problem === undefined ? ['no resolved issue describes the problem'] : [])],
    };
  },
};

function matches(record: UnknownRecord): boolean {
  return (
    ['org', 'repo', 'number'].every((key) => hasAny(record, key)) && hasAny(record, 'fix_patch', 'resolved_issues')
  );
}

/** The issues that the pull request resolves. Its own text would give the solution away. */
function problemOf(record: UnknownRecord): string | undefined {
  const issues = cellRows(record['resolved_issues'], ['title', 'body']).map(({ title, body }) =>
    [cellText(title), cellText(body)].filter((text) => text !== undefined).join('\n'),
  );
  const text = issues.filter((issue) => issue !== '').join('\n\n');
  return text === '' ? undefined : text;
}

/** `fixed_tests` are all tests that pass only with the patch, whether they failed, were skipped or did not exist before. */
function testsToFix(record: UnknownRecord): NumberFact[] {
  const fixed = testsIn(record['fixed_tests']);
  if (fixed !== undefined) return count('tests_to_fix', fixed, true);
  const parts = [record['f2p_tests'], record['s2p_tests'], record['n2p_tests']].flatMap((cell) => testsIn(cell) ?? []);
  const sum = parts.length === 0 ? undefined : sumOf(parts, (part) => part);
  return count('tests_to_fix', sum, true);
}

/** The number of tests in a cell: a list, a dict by name, or a record of columns. */
function testsIn(value: unknown): number | undefined {
  const list = cellList(value);
  if (list !== undefined) return list.length;
  const struct = cellStruct(value);
  if (struct === undefined) return undefined;
  if (Array.isArray(struct['name'])) return struct['name'].length;
  // Parquet gives every row the names of all rows, with null for missing ones.
  return Object.values(struct).filter((test) => test !== null && test !== undefined).length;
}
