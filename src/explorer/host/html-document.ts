import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { type Fault, placeText } from '../../core/model/errors.js';
import { countOf, oneLine, visibleText } from '../../core/text/words.js';
import { dataElementId, type ExplorerData, pageElementId, workerPolicy } from '../explorer-data.js';
import { packedJson } from '../packed/packed-json.js';
import type { PackedSelection } from '../packed/selection-columns.js';

/** An HTML document and the policy that it declares, which a server repeats as a header. */
export interface HtmlDocument {
  readonly html: string;
  readonly policy: string;
}

/** The parts of a document. `body` is markup; everything else is text. */
interface DocumentContent {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  /** Comes last, after everything it reads. */
  readonly script?: string | undefined;
  /** Whether the script may send requests to the document's server. */
  readonly asksServer?: boolean;
}

// A sieve, written into the page so that it loads no file.
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M1 3h14l-5.5 6v5l-3-1.5V9z' fill='%232a78b8'/%3E%3C/svg%3E";

export function htmlDocument({ title, style, body, script, asksServer = false }: DocumentContent): HtmlDocument {
  // A browser would end the element at either; the build writes neither.
  if (/<\/style/i.test(style)) throw new Error('the style sheet would end its element');
  if (script !== undefined && /<\/script|<!--/i.test(script)) throw new Error('the script would end its element');
  const policy = contentPolicy(script, style, asksServer);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${htmlText(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<link rel="icon" href="${icon}">
<style>${style}</style>
</head>
<body>
${body}${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`;
  return { html, policy };
}

/**
 * The policy of a document. It may run its one script and apply its one style sheet, identified by hash, and show images
 * embedded in it. It loads nothing, sends nothing and never turns text into code or markup. A page with growing results
 * may send requests to its own server. A worker may start from a blob, but only through the trusted-types policy that the
 * script creates when it starts.
 */
function contentPolicy(script: string | undefined, style: string, asksServer: boolean): string {
  return [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    ...(asksServer ? ["connect-src 'self'"] : []),
    ...(script === undefined ? [] : ['worker-src blob:']),
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${script === undefined ? "'none'" : workerPolicy}`,
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, in an element or in a quoted attribute. */
function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

interface PageContent {
  readonly data: ExplorerData;
  readonly selection: PackedSelection;
  readonly name: string;
  readonly files: { readonly script: string; readonly style: string };
  readonly first: FirstScreen;
}

/** The content of the page before its script runs. */
interface FirstScreen {
  readonly title: string;
  readonly sentence: string;
}

export function pageHtml({ data, selection, name, files, first }: PageContent): HtmlDocument {
  const lines = deflateRawSync([...dataLines(data, selection)].join('\n')).toString('base64');
  const body = [
    `<div id="${pageElementId}">${firstHtml(first)}</div>`,
    '<noscript><p>This page runs in the browser and needs JavaScript.</p></noscript>',
    `<script type="text/plain" id="${dataElementId}">${lines}</script>`,
  ];
  const asksServer = data.resultsStamp !== undefined;
  return htmlDocument({ title: `${name} · Winnow`, ...files, body: body.join('\n'), asksServer });
}

/** Tasks in one line: lines are read one by one, and none takes long. */
const tasksTogether = 2000;

/** The data without tasks, the selection, and tasks with the place of their pool. */
function* dataLines({ pools, ...data }: ExplorerData, selection: PackedSelection): Generator<string> {
  yield packedJson({ ...data, pools: pools.map(([key, pool]) => [key, { ...pool, tasks: [] }]) });
  yield packedJson(selection);
  for (const [at, [, { tasks }]] of pools.entries()) {
    for (let from = 0; from < tasks.length; from += tasksTogether)
      yield packedJson([at, tasks.slice(from, from + tasksTogether)]);
  }
}

/** Shown while the page loads. It has no heading, because the page has one. */
function firstHtml({ title, sentence }: FirstScreen): string {
  return `
<header class="top"><div class="top-row"><p class="brand"><span class="brand-name">Winnow</span><span class="plan-title">${htmlText(title)}</span></p></div></header>
<main class="view"><div class="lead"><div><p class="first-title">${htmlText(title)}</p><p class="sentence">${htmlText(sentence).replaceAll('± ', '±\u00a0')}</p></div></div></main>
`;
}

const faultsStyle = `:root{color-scheme:light dark}
body{font:1rem/1.5 system-ui,sans-serif;max-width:46rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.4rem}li{margin:1rem 0}code{overflow-wrap:anywhere}`;

/** More would make the page slow to open. */
const mostTold = 200;

/** The page while the plan or a pool has errors: each with its place and hint. */
export function faultsHtml(planFile: string, faults: readonly Fault[]): HtmlDocument {
  const entries = faults.slice(0, mostTold).map(({ message, place, hint }) => {
    const where = placeText(place);
    const lines = [
      ...(where === '' ? [] : [`<code>${shown(where)}</code><br>`]),
      shown(message),
      ...(hint === undefined ? [] : [`<br>${shown(oneLine(hint))}`]),
    ];
    return `<li>${lines.join('\n')}</li>`;
  });
  const rest = faults.length - mostTold;
  const more = rest > 0 ? `\n<p>And ${countOf(rest, 'more error')}.</p>` : '';
  const body = `<main>
<h1>${countOf(faults.length, 'error')} in ${shown(planFile)}</h1>
<ol>
${entries.join('\n')}
</ol>${more}
<p>Fix the plan, the pool or the results, then reload this page.</p>
</main>`;
  return htmlDocument({ title: `Errors in ${visibleText(planFile)} · Winnow`, style: faultsStyle, body });
}

function shown(text: string): string {
  return htmlText(visibleText(text, 2000));
}
