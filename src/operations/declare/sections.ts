import { type Block, line, type Section, type Words } from '../../core/blocks/blocks.js';

/** The content of a section: texts become lines, lists are flattened, and false and undefined are left out. */
type Content = string | Block | false | undefined | readonly Content[];

export function section(...content: readonly Content[]): Section {
  return { blocks: blocksOf(content) };
}

/** A section with a title; none without content. */
export function under(title: Words, ...content: readonly Content[]): readonly Section[] {
  const blocks = blocksOf(content);
  return blocks.length === 0 ? [] : [{ title, blocks }];
}

/** The sections of a view, without false, undefined and empty ones. */
export function sectionsOf(...parts: readonly (Section | readonly Section[] | false | undefined)[]): Section[] {
  return parts
    .flatMap((part) => (part === false || part === undefined ? [] : part))
    .filter(({ title, blocks }) => title !== undefined || blocks.length > 0);
}

/** The first items, and one that stands for the rest. */
export function firstOf<Item>(items: readonly Item[], most: number, rest: (left: number) => Item): readonly Item[] {
  return items.length > most ? [...items.slice(0, most), rest(items.length - most)] : items;
}

function blocksOf(content: readonly Content[]): Block[] {
  return content.flatMap((each): readonly Block[] => {
    if (each === false || each === undefined) return [];
    if (typeof each === 'string') return [line(each)];
    return isList(each) ? blocksOf(each) : [each];
  });
}

function isList(content: Block | readonly Content[]): content is readonly Content[] {
  return Array.isArray(content);
}
