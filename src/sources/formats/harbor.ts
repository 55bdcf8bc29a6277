import { visibleText } from '../../core/text/visible-text.js';
import { parseToml } from '../../files/documents/parse-toml.js';
import { holdsPlaceholder, templateReason } from '../../files/documents/placeholder.js';
import type { TaskFolder } from '../../files/task-folder.js';
import { readDocument } from '../documents/read-document.js';
import { Sidecars } from '../documents/sidecars.js';
import { instructionChars } from '../facts/instruction-chars.js';
import { testCounts } from '../facts/test-counts.js';
import type { FolderFormat } from '../format.js';
import { count, notMine, type Reading } from '../task-facts.js';
import { harborIds } from './harbor-ids.js';
import { harborLabels } from './harbor-labels.js';
import { harborParts, isHarborTask } from './harbor-parts.js';
import { harborSizes } from './harbor-sizes.js';

/** Harbor task folders, in every dialect of their task.toml. */
export const harbor: FolderFormat = {
  kind: 'folder',
  name: 'harbor',
  title: 'Harbor task folder',
  markers: ['task.toml'],
  read,
};

function read(folder: TaskFolder): Reading {
  const document = readDocument(folder, 'task.toml', parseToml);
  if (!('data' in document)) return document;
  if (!isHarborTask(document.data)) return notMine;
  const sidecars = new Sidecars(folder);
  const parts = harborParts(document.data, sidecars);
  const [id, ...aliases] = harborIds(parts, folder.name);
  if (holdsPlaceholder(id)) return { broken: `task.toml: ${templateReason}: its id is "${visibleText(id, 60)}"` };
  const instruction = sidecars.text('instruction.md');
  const sizes = harborSizes(parts, sidecars, instruction ?? '');
  const tests = testCounts(parts.row);
  return {
    id,
    aliases,
    labels: harborLabels(parts),
    numbers: [
      ...sizes.numbers,
      ...tests.numbers,
      ...instructionChars(instruction),
      ...count('shipped_score', parts.metadata['mcp_benefit_score'], false),
      ...count('shipped_score', parts.metadata['score'], false),
    ],
    remarks: [...sidecars.remarks, ...sizes.remarks, ...tests.remarks],
  };
}
