import { instructionChars } from '../facts/sizes.js';
import { fileLabels, yamlFormat } from './task-format.js';

/** Task folders that ask for the documentation of a package, described in a task.yaml. */
export const packageDocs = yamlFormat({
  name: 'package-docs',
  title: 'Package documentation task folder',
  id: 'id',
  facts: (data) => ({
    labels: fileLabels(data, { repo: 'repository', category: 'category', difficulty: 'difficulty' }),
    numbers: instructionChars(data['task_prompt']),
  }),
});
