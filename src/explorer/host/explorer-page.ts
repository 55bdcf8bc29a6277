import { prospectOf } from '../../core/assess/prospect/prospect.js';
import { overviewSentence } from '../../core/describe/selection-words.js';
import { visibleText } from '../../core/text/visible-text.js';
import { shippedText } from '../../disk/own-package.js';
import { type ExplorerOptions, explorerDataOf, type LoadedExplorer } from './explorer-data-of.js';
import { type PageFiles, pageHtml } from './page-html.js';

/** The explorer of a plan as one HTML document. */
export interface ExplorerPage {
  readonly html: string;
  /** The policy that the document declares, for a server's header. */
  readonly policy: string;
  /** How many tasks are in the pools. */
  readonly tasks: number;
}

/**
 * Makes the explorer of a plan: one HTML document that holds all it needs and opens from disk, offline.
 *
 * @throws WinnowError with the faults of the plan, the pools or the results.
 */
export async function explorerPage(options: ExplorerOptions): Promise<ExplorerPage> {
  return pageOf(await explorerDataOf(options));
}

/** The document of what was read. */
export function pageOf({ plan, data, tasks, selection }: LoadedExplorer): ExplorerPage {
  const first = {
    title: visibleText(selection.plan.title, 120),
    // Results tell more of what it can prove: with them the page has other figures.
    sentence: visibleText(
      data.results === undefined ? prospectOf(selection, undefined).sentence : overviewSentence(selection),
      1000,
    ),
  };
  return { ...pageHtml(data, plan.name, readPageFiles(), first), tasks };
}

/** Reads the page's script and style sheet from where the build put them. */
function readPageFiles(): PageFiles {
  const read = (name: string) => shippedText('dist', 'explorer', name);
  return { script: read('page.js'), style: read('page.css') };
}
