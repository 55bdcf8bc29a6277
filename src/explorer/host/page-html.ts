import { dataElementId, type ExplorerData, pageElementId } from '../explorer-data.js';
import { type HtmlDocument, htmlDocument } from './html-document.js';

/** The page's script and style sheet, as the build made them. */
export interface PageFiles {
  readonly script: string;
  readonly style: string;
}

/** The explorer as one document that holds its data, its script and its styles. */
export function pageHtml(data: ExplorerData, title: string, { script, style }: PageFiles): HtmlDocument {
  const body = [
    `<div id="${pageElementId}"></div>`,
    '<noscript><p>This page selects tasks in the browser, and needs JavaScript for it.</p></noscript>',
    `<script type="application/json" id="${dataElementId}">${dataJson(data)}</script>`,
  ];
  const asksServer = data.resultsStamp !== undefined;
  return htmlDocument({ title: `${title} · Winnow`, style, script, body: body.join('\n'), asksServer });
}

/** A value as JSON that can stand in a script element: none of its text can end the element or be read as markup. */
export function dataJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
