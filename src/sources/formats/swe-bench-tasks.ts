import { languageOfPatch } from '../facts/languages.js';
import { instructionChars, patchCounts, testCounts } from '../facts/sizes.js';
import { created } from '../facts/task-facts.js';
import { fileLabels, yamlFormat } from './task-format.js';

/** The task folders of a SWE-bench 5 task repository. */
export const sweBenchTasks = yamlFormat({
  name: 'swe-bench-tasks',
  title: 'SWE-bench task folder',
  id: 'instance_id',
  // The split is only used for a remark and is read without tracking, so that `inspect` still lists it as unused.
  facts: (data, sidecars, { split }) => {
    const patch = patchCounts(sidecars.text('gold.patch'));
    const tests = testCounts(sidecars.record('tests.json'));
    const statement = sidecars.text('problem_statement.md');
    const deprecated = split === 'deprecated' ? ['deprecated: no longer part of the published benchmark'] : [];
    return {
      labels: [
        ...fileLabels(data, { repo: 'repo' }),
        ...languageOfPatch(patch),
        ...fileLabels(data, { difficulty: 'difficulty' }),
        ...created('task file', data['created_at']),
      ],
      numbers: [...patch.numbers, ...tests.numbers, ...instructionChars(statement)],
      remarks: [...deprecated, ...sidecars.remarks, ...patch.remarks, ...tests.remarks],
    };
  },
});
