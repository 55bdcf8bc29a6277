import type { UnknownRecord } from '../../core/model/record.js';
import { cellList } from '../cells/cell-list.js';
import { cellNumber } from '../cells/cell-number.js';
import { cellStruct } from '../cells/cell-struct.js';
import { cellText } from '../cells/cell-text.js';
import { hasAny } from '../cells/has-any.js';
import { instructionChars } from '../facts/instruction-chars.js';
import { noId } from '../facts/no-id.js';
import type { RecordFormat } from '../format.js';
import { count, type LabelReading, label, type NumberReading, notMine } from '../task-facts.js';
import { locobenchCategory, readLocobenchId } from './locobench-names.js';

/** LoCoBench's scenarios, LoCoBench-Agent's made from them, and the metadata that a task folder keeps of one. */
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
    // An agent scenario carries the scenario it was made from, which says more.
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

/** Each of the three shapes names its id differently. */
function idKeyOf(record: UnknownRecord): string | undefined {
  if (hasAny(record, 'scenario_id') && hasAny(record, 'conversation_phases', 'context_files', 'original_scenario')) {
    return 'scenario_id';
  }
  if (!hasAny(record, 'task_category')) return undefined;
  if (hasAny(record, 'task_id') && hasAny(record, 'context_length', 'files_count')) return 'task_id';
  return hasAny(record, 'id') && hasAny(record, 'context_length', 'context_files', 'task_prompt') ? 'id' : undefined;
}

function labelsOf(id: string, record: UnknownRecord, original: UnknownRecord): LabelReading[] {
  const said = readLocobenchId(id);
  return [
    ...label('language', cellText(record['language']), 'row'),
    ...label('language', said.language, 'id'),
    // The agent version files a category it does not know under another, so the original's word comes first.
    ...categoryOf(original['task_category'], 'original scenario'),
    ...categoryOf(cellText(record['task_category']) ?? cellText(record['category']), 'row'),
    ...label('category', said.category, 'id'),
    ...label('difficulty', cellText(record['difficulty'])?.toLowerCase(), 'row'),
    ...label('difficulty', said.difficulty, 'id'),
  ];
}

function categoryOf(value: unknown, origin: string): LabelReading[] {
  const name = cellText(value);
  return name === undefined ? [] : label('category', locobenchCategory(name), origin);
}

/** `context_length` is what the benchmark itself calls its tokens, although its generator counts characters. */
function numbersOf(record: UnknownRecord): NumberReading[] {
  const metadata = cellStruct(record['metadata']);
  return [
    ...count('context_tokens', cellNumber(record['context_length']) ?? cellNumber(metadata?.['context_length']), false),
    ...count('context_files', cellNumber(record['files_count']) ?? cellNumber(metadata?.['files_count']), false),
    ...count('context_files', cellList(record['context_files'])?.length, false),
  ];
}

function instructionOf(record: UnknownRecord, original: UnknownRecord): NumberReading[] {
  const texts = [record['task_prompt'], original['task_prompt'], record['description']];
  return texts.flatMap(instructionChars).slice(0, 1);
}
