import type { Selection } from '../../../core/model/selection.js';
import { countOf, formatCount, visibleText } from '../../../core/text/words.js';
import type { ExplorerData } from '../../explorer-data.js';

type Made = Pick<ExplorerData, 'generator' | 'planFile'>;

/** The hash of a plan, as far as people compare it. */
const hashLength = 16;

/** Names a selection in a paper: its title, its size, the plan by its hash, and the program. */
export function citationOf({ plan, statistics }: Selection, { generator, planFile }: Made): string {
  const tasks = `${formatCount(statistics.selected)} of ${countOf(statistics.available, 'task')}`;
  return `${visibleText(plan.title, 200)}: ${tasks}. Plan ${visibleText(planFile, 80)}, SHA-256 ${plan.hash.slice(0, hashLength)}; ${visibleText(generator, 40)}.`;
}

export function bibtexOf({ plan, statistics }: Selection, { generator, planFile }: Made): string {
  const plain = (text: string, most: number) =>
    visibleText(text, most).replace(/[{}\\%$#&_^~]/g, (sign) => `\\${sign}`);
  const key = plan.name.replace(/[^A-Za-z0-9-]/g, '') || 'selection';
  return [
    `@misc{${key}-${plan.hash.slice(0, 8)},`,
    `  title = {${plain(plan.title, 200)}},`,
    `  note = {${formatCount(statistics.selected)} of ${countOf(statistics.available, 'task')}; plan ${plain(planFile, 80)}, SHA-256 ${plan.hash.slice(0, hashLength)}},`,
    `  howpublished = {${plain(generator, 40)}}`,
    '}',
  ].join('\n');
}
