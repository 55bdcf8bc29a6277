import type { UnknownRecord } from '../../core/model/record.js';
import { cellList, cellNumber, cellStruct, cellText, hasAny } from '../facts/cells.js';
import { instructionChars } from '../facts/sizes.js';
import { count, type LabelFact, label, type NumberFact, noId, notMine } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** LoCoBench scenarios, LoCoBench-Agent scenarios made from them, and the scenario metadata in a task folder. */
export const locobench: RecordFormat = {
  kind: 'record',
  name: 'locobench',
  title: 'LoCoBench and LoCoBench-Agent',
  matches: (record) => idKeyOf(record) !== undefined,
  read(record) {
    const key = idKeyOf(record);
    if (key === undefined) return notMine;
    const id = cellText(record[key]);
    if (id === undefined) return noId(key, record[key]);
    // An agent scenario includes its original scenario, which has more facts.
    const original = cellStruct(record['original_scenario']) ?? {};
    return {
      id,
      aliases: [],
      labels: labelsOf(id, record, original),
      numbers: [...numbersOf(record), ...numbersOf(original), ...instructionOf(record, original)],
      remarks: [],
    };
  },
};

/** The key of the id, which differs between the three shapes. */
function idKeyOf(record: UnknownRecord): string | undefined {
  if (hasAny(record, 'scenario_id') && hasAny(record, 'conversation_phases', 'context_files', 'original_scenario')) {
    return 'scenario_id';
  }
  if (!hasAny(record, 'task_category')) return undefined;
  if (hasAny(record, 'task_id') && hasAny(record, 'context_length', 'files_count')) return 'task_id';
  return hasAny(record, 'id') && hasAny(record, 'context_length', 'context_files', 'task_prompt') ? 'id' : undefined;
}

function labelsOf(id: string, record: UnknownRecord, original: UnknownRecord): LabelFact[] {
  const said = readLocobenchId(id);
  return [
    ...label('language', cellText(record['language']), 'row'),
    ...label('language', said.language, 'id'),
    // The agent version puts an unknown category under another, so the original's takes precedence.
    ...categoryOf(original['task_category'], 'original scenario'),
    ...categoryOf(cellText(record['task_category']) ?? cellText(record['category']), 'row'),
    ...label('category', said.category, 'id'),
    ...label('difficulty', cellText(record['difficulty'])?.toLowerCase(), 'row'),
    ...label('difficulty', said.difficulty, 'id'),
  ];
}

function categoryOf(value: unknown, origin: string): LabelFact[] {
  const name = cellText(value);
  return name === undefined ? [] : label('category', locobenchCategory(name), origin);
}

/** The benchmark calls `context_length` tokens, although its generator counts characters. */
function numbersOf(record: UnknownRecord): NumberFact[] {
  const metadata = cellStruct(record['metadata']);
  return [
    ...count('context_tokens', cellNumber(record['context_length']) ?? cellNumber(metadata?.['context_length']), false),
    ...count('context_files', cellNumber(record['files_count']) ?? cellNumber(metadata?.['files_count']), false),
    ...count('context_files', cellList(record['context_files'])?.length, false),
  ];
}

function instructionOf(record: UnknownRecord, original: UnknownRecord): NumberFact[] {
  const texts = [record['task_prompt'], original['task_prompt'], record['description']];
  return texts.flatMap(instructionChars).slice(0, 1);
}

const difficulty = 'easy|medium|hard|expert';
const idForm = new RegExp(`_\\d+_([a-z_]+)_(${difficulty})_\\d+$`);
const languages = new Set(
  'c cpp csharp go java javascript kotlin php python ruby rust scala swift typescript'.split(' '),
);

// The agent version of the benchmark has renamed them.
const originalNames: ReadonlyMap<string, string> = new Map([
  ['interactive_code_exploration', 'code_comprehension'],
  ['interactive_architecture_exploration', 'architectural_understanding'],
  ['interactive_debugging_sessions', 'bug_investigation'],
  ['collaborative_feature_development', 'feature_implementation'],
  ['guided_multi_file_refactoring', 'cross_file_refactoring'],
  ['test_driven_development_sessions', 'integration_testing'],
  ['interactive_security_auditing', 'security_analysis'],
  ['extended_development_projects', 'multi_session_development'],
]);
const categories = new Set(originalNames.values());

/** The original name of a LoCoBench category; an unknown name is unchanged. */
export function locobenchCategory(name: string): string {
  return originalNames.get(name) ?? name;
}

/** The facts in the id of a LoCoBench scenario: language_domain_complexity_number_category_difficulty_number. */
export function readLocobenchId(id: string): { language?: string; category?: string; difficulty?: string } {
  const [prefix = ''] = id.slice(0, 20).split('_');
  // The difficulty appears twice: first the project's, then the task's.
  const [, category = '', difficulty] = idForm.exec(id.slice(-100)) ?? [];
  return {
    ...(languages.has(prefix) ? { language: prefix } : {}),
    ...(categories.has(category) ? { category } : {}),
    ...(difficulty === undefined ? {} : { difficulty }),
  };
}
