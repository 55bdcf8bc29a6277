import { createHash } from 'node:crypto';
import { workerPolicy } from '../explorer-data.js';

/** A whole HTML document and the policy that it declares, which a server repeats as a header. */
export interface HtmlDocument {
  readonly html: string;
  readonly policy: string;
}

/** What a document is made from; `body` is markup, everything else is text. */
interface DocumentContent {
  readonly title: string;
  readonly style: string;
  readonly body: string;
  /** Stands last, after all that it reads. */
  readonly script?: string | undefined;
  /** Whether the script may ask the server that the document came from; default: nobody. */
  readonly asksServer?: boolean;
}

// A sieve, drawn here so that the page asks for no file.
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M1 3h14l-5.5 6v5l-3-1.5V9z' fill='%232a78b8'/%3E%3C/svg%3E";

/** One document that holds everything it needs. */
export function htmlDocument({ title, style, body, script, asksServer = false }: DocumentContent): HtmlDocument {
  // The browser reads either as the end of the element, wherever it stands; the build writes neither.
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
 * What a document may do: run and apply the one script and the one style sheet that it holds, known by their hashes, and
 * show images that are written into it. It loads nothing, sends nothing, and makes no code or markup from text; a page that
 * shows results while they come in may ask its own server for them. Its script may run once more, beside the page: a worker
 * starts from a blob, and only by the one policy of trusted types, which the script takes for itself at its start.
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

/** Text as HTML that shows it and nothing else, in an element or in a quoted attribute. */
export function htmlText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
