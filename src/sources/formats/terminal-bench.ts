import { cellRows } from '../facts/cells.js';
import { languageTag } from '../facts/languages.js';
import { instructionChars } from '../facts/sizes.js';
import { label, list } from '../facts/task-facts.js';
import { fileLabels, yamlFormat } from './task-format.js';

/** Terminal-Bench 1 task folders; the folder's name is the id. */
export const terminalBench = yamlFormat({
  name: 'terminal-bench',
  title: 'Terminal-Bench task folder',
  facts: (data) => {
    const { instruction, language, tags } = data;
    const text = described(data['descriptions'], String(instruction));
    return {
      labels: [
        ...fileLabels(data, { difficulty: 'difficulty', category: 'category' }),
        ...label('language', language ?? languageTag(tags), language === undefined ? 'tag' : 'task file'),
      ],
      numbers: instructionChars(text),
      lists: list('tags', tags),
      remarks: text.trim() === '' ? ['its instruction is empty'] : [],
    };
  },
});

/** The instruction itself, also where it only names one of the descriptions. */
function described(descriptions: unknown, instruction: string): string {
  const named = cellRows(descriptions, ['key', 'description']).find(({ key }) => key === instruction);
  return typeof named?.['description'] === 'string' ? named['description'] : instruction;
}
