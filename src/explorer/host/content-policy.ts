import { createHash } from 'node:crypto';

/**
 * What a document may do: run and apply the one script and the one style sheet that it holds, known by their hashes, and
 * show images that are written into it. It loads nothing, sends nothing, and makes no code or markup from text.
 */
export function contentPolicy(script: string | undefined, style: string): string {
  return [
    "default-src 'none'",
    `script-src ${script === undefined ? "'none'" : hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
