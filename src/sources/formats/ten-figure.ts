import { instructionChars } from '../facts/sizes.js';
import { fileLabels, yamlFormat } from './task-format.js';

/** 10Figure task folders that come with only a task.yaml. */
export const tenFigure = yamlFormat({
  name: 'ten-figure',
  title: '10Figure task folder',
  id: 'task_id',
  facts: (data, sidecars) => ({
    labels: fileLabels(data, { category: 'type', difficulty: 'difficulty' }),
    numbers: instructionChars(sidecars.text('instruction.md')),
  }),
});
