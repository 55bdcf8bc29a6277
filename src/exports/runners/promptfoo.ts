import { isRecord, part } from '../../core/model/record.js';
import type { Row } from '../../core/model/row-file.js';
import { asciiJson, type Word } from '../tasks/escape.js';
import { type NamedTask, type Naming, shownName } from '../tasks/export-task.js';
import { given, type Runner, when } from './runner.js';

/** promptfoo: the test cases of the tasks, filtered from all test cases. */
export const promptfoo: Runner = {
  name: 'promptfoo',
  title: 'promptfoo',
  reads: ['dataset', 'task'],
  takesOneDataset: true,
  needsRows: {
    message: 'promptfoo cannot select test cases by id, so Winnow must filter them.',
    hint: 'Give all test cases as JSON or JSON lines with --dataset.',
  },
  nameTasks(tasks, { dataset }): Naming {
    const named: NamedTask[] = [];
    const missing: string[] = [];
    const known = new Set(dataset?.rows.flatMap(namesOf));
    for (const task of tasks) {
      const name = [task.id, ...task.aliases].find((each) => known.has(each));
      if (name === undefined) missing.push(task.id);
      else named.push({ task, name });
    }
    const message = `${missing.length} of ${tasks.length} selected tasks have no test case, such as ${shownName(missing[0] ?? '')}.`;
    const hint =
      'Winnow identifies a test case by an id in its metadata or vars (task_id, instance_id …), or by its description.';
    const lacking = { code: 'export/not-in-dataset', message, place: { file: dataset?.file ?? '' }, hint };
    return { named, leftOut: [], faults: when(missing.length > 0, lacking) };
  },
  write(tasks, { dataset, settings, folder, repeat, runId }) {
    const wanted = new Map(tasks.map(({ name }) => [name, 0]));
    const tests = (dataset?.rows ?? []).flatMap((row) => {
      const name = namesOf(row).find((each) => wanted.has(each));
      if (name === undefined) return [];
      wanted.set(name, (wanted.get(name) ?? 0) + 1);
      const metadata = isRecord(row['metadata']) ? row['metadata'] : {};
      // Identifies results when they come back.
      return [{ ...row, metadata: { ...metadata, task_id: name } }];
    });
    const several = [...wanted].filter(([, count]) => count > 1).map(([name]) => name);
    const lines: Word[][] = [
      ['promptfoo', 'eval'],
      ['--config', given(settings.task, 'CONFIG')],
      ['--tests', `${folder}/tests.json`],
      ...when<Word[]>(repeat > 1, ['--repeat', String(repeat)]),
      ['--output', `${runId}.json`],
    ];
    return {
      files: [{ name: 'tests.json', content: `${asciiJson(tests, 2)}\n`, about: 'the test cases of the tasks' }],
      commands: [{ title: 'Run', lines }],
      notes: [
        settings.task === undefined && 'Set CONFIG to your promptfooconfig.yaml, or give --task.',
        'promptfoo runs these tests instead of any in the configuration. The metadata of each test has the task id (task_id), which Winnow reads from the results.',
      ],
      faults: when(several.length > 0, {
        code: 'export/dataset-double',
        message: `several test cases match ${shownName(several[0] ?? '')}${several.length > 1 ? ` and ${several.length - 1} other tasks` : ''}.`,
        place: { file: dataset?.file ?? '' },
        hint: 'Give each test case its own task_id in its metadata.',
      }),
    };
  },
};

const idKeys = ['instance_id', 'task_id', 'task_name', 'problem_id', 'question_id', 'sample_id', 'id'];

/** Possible names of a test case: an id in its metadata or variables, or its description. */
function namesOf(row: Row): readonly string[] {
  const ids = [row['metadata'], row['vars'], row].flatMap((place) => idKeys.map((key) => part(place, key)));
  return [...ids, row['description']].filter((name) => typeof name === 'string');
}
