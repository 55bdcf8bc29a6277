import { visibleText } from '../core/text/visible-text.js';

const mostNames = 5;

/** A stranger's name as a sentence quotes it. */
export function shownName(name: string): string {
  return `"${visibleText(name, 120)}"`;
}

/** The first few names in a sentence: `"a", "b" and 3 more`. */
export function shownNames(names: readonly string[]): string {
  const more = names.length > mostNames ? ` and ${names.length - mostNames} more` : '';
  return `${names.slice(0, mostNames).map(shownName).join(', ')}${more}`;
}
