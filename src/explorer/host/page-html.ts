import {
  dataElementId,
  type ExplorerData,
  pageElementId,
  selectionElementId,
  tasksElementClass,
} from '../explorer-data.js';
import { typedJson } from '../packed/typed-json.js';
import { type HtmlDocument, htmlDocument, htmlText } from './html-document.js';

/** The page's script and style sheet, as the build made them. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** What the document says before its script has run. */
export interface FirstScreen {
  /** What the plan is called. */
  readonly title: string;
  /** What it selects from what, in a sentence. */
  readonly sentence: string;
}

/** Tasks in one element: they are read one element after another, and none holds up the page for long. */
const tasksTogether = 1000;

/** The explorer as one document that holds its data, its script and its styles. */
export function pageHtml(
  { selection, pools, ...data }: ExplorerData,
  name: string,
  { script, style }: PageFiles,
  first?: FirstScreen,
): HtmlDocument {
  const json = (attributes: string, value: unknown) =>
    `<script type="application/json" ${attributes}>${dataJson(value)}</script>`;
  const body = [
    `<div id="${pageElementId}">${first === undefined ? '' : firstHtml(first)}</div>`,
    '<noscript><p>This page selects tasks in the browser, and needs JavaScript for it.</p></noscript>',
    json(`id="${dataElementId}"`, { ...data, pools: pools.map(([key, pool]) => [key, { ...pool, tasks: [] }]) }),
    ...pools.flatMap(([, { tasks }], at) =>
      Array.from({ length: Math.ceil(tasks.length / tasksTogether) }, (_, part) =>
        json(`class="${tasksElementClass}"`, [at, tasks.slice(part * tasksTogether, (part + 1) * tasksTogether)]),
      ),
    ),
    ...(selection === undefined ? [] : [json(`id="${selectionElementId}"`, typedJson(selection))]),
  ];
  const asksServer = data.resultsStamp !== undefined;
  return htmlDocument({ title: `${name} · Winnow`, style, script, body: body.join('\n'), asksServer });
}

/** What is painted while the page is being read. No heading yet: the page that takes its place has one. */
function firstHtml({ title, sentence }: FirstScreen): string {
  return `
<header class="top"><div class="top-row"><p class="brand"><span class="brand-name">Winnow</span><span class="plan-title">${htmlText(title)}</span></p></div></header>
<main class="view"><div class="hero"><p class="first-title">${htmlText(title)}</p><p class="hero-sentence">${htmlText(sentence).replaceAll('± ', '±\u00a0')}</p></div></main>
`;
}

/** A value as JSON that can stand in a script element: none of its text can end the element or be read as markup. */
export function dataJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
