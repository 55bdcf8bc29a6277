import type { Selection } from '../../model/selection.js';
import { markdownText } from '../../text/markdown.js';

/** Shortfalls, notes of the plan and whatever else a reader must know. */
export function warningsSection({ warnings }: Selection): string {
  if (warnings.length === 0) return '## Warnings and Notes\n\nNone.';
  return ['## Warnings and Notes', warnings.map(({ message }) => `- ${markdownText(message)}`).join('\n')].join('\n\n');
}
