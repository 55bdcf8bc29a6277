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
