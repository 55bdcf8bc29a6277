import { overviewSentence } from '../../describe/overview-sentence.js';
import type { Selection } from '../../model/selection.js';
import { countOf } from '../../text/count-of.js';
import { markdownText } from '../../text/markdown.js';
import { oneLine } from '../../text/words.js';

/** What was selected from what, and for what. */
export function overviewSection(selection: Selection): string {
  const selected = countOf(selection.statistics.selected, 'task');
  const sentence = markdownText(overviewSentence(selection)).replace(selected, `**${selected}**`);
  const { description } = selection.plan;
  const paragraphs = description?.split(/\n\s*\n/).map((text) => markdownText(oneLine(text))) ?? [];
  return ['## Overview', sentence, ...paragraphs].join('\n\n');
}
