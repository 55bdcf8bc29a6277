import { prospectOf } from '../../core/assess/prospect/prospect.js';
import { overviewSentence } from '../../core/describe/selection-words.js';
import { visibleText } from '../../core/text/words.js';
import { shippedText } from '../../disk/own-package.js';
import { type ExplorerOptions, explorerDataOf, type LoadedExplorer } from './explorer-data-of.js';
import { pageHtml } from './html-document.js';

/**
 * Makes the page of a plan: one self-contained HTML document that works offline.
 *
 * @throws WinnowError with the errors of the plan, the pools and the results.
 */
export async function explorerPage(options: ExplorerOptions) {
  return pageOf(await explorerDataOf(options));
}

export function pageOf({ plan, data, packed, tasks, selection, warnings, usesCoveredTier }: LoadedExplorer) {
  // With results, the page recalculates what the selection can show.
  const sentence = data.results === undefined ? prospectOf(selection, undefined).sentence : overviewSentence(selection);
  const first = { title: visibleText(selection.plan.title, 120), sentence: visibleText(sentence, 1000) };
  const read = (name: string) => shippedText('dist', 'explorer', name);
  const files = { script: read('page.js'), style: read('page.css') };
  return { ...pageHtml({ data, selection: packed, name: plan.name, files, first }), tasks, warnings, usesCoveredTier };
}
