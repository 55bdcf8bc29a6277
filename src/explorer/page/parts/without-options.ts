/**
 * Removes command-line options from a text, because a page has none: brackets that name an option, and the rest of a
 * sentence from the clause that names one. Keeps the first sentence in full, unless the text is only a hint.
 */
export function withoutOptions(text: string, isHint = false): string {
  const sentences = text.replaceAll(/ \([^()]*--[a-z][^()]*\)/g, '').split(/(?<=[.!?])\s/);
  const kept = sentences.map((sentence, at) => {
    const found = sentence.search(option);
    if (found === -1) return sentence;
    const [, before] = lastClause.exec(sentence.slice(0, found)) ?? [];
    if (before !== undefined) return `${before}.`;
    return at === 0 && !isHint ? sentence : '';
  });
  return kept.filter((sentence) => sentence !== '').join(' ');
}

const option = /(?:^|\s)--[a-z]/;
const lastClause = /^(.*)(?:[:;]|, or) /s;
