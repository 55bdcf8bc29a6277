import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/experimental';
import { projectRoot } from './run-winnow.js';

/** A text in the source that a person may read, and where it is. */
export interface SourceText {
  readonly place: string;
  readonly text: string;
}

/** The string literals, templates and JSX texts of the source that have at least two words. */
export function sourceTexts(): readonly SourceText[] {
  const files = readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file)).flatMap((file) => textsOf(file));
}

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[];
}

function textsOf(file: string): SourceText[] {
  const source = readFileSync(join(projectRoot, 'src', file), 'utf8');
  const found: SourceText[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) for (const each of node) visit(each);
    else {
      const text = 'type' in node ? wordsOf(node as SyntaxNode) : undefined;
      if (text !== undefined && /\S\s+\S/.test(text)) {
        const line = source.slice(0, (node as SyntaxNode).start).split('\n').length;
        found.push({ place: `src/${file}:${line}`, text });
      }
      for (const each of Object.values(node)) visit(each);
    }
  };
  visit(parseSync(file, source).program);
  return found;
}

/** The text of a literal; what a template inserts is a `…`. */
function wordsOf({ type, value, quasis }: SyntaxNode): string | undefined {
  if (type === 'TemplateLiteral') return quasis?.map((quasi) => quasi.value.cooked).join('…');
  return (type === 'Literal' || type === 'JSXText') && typeof value === 'string' ? value : undefined;
}
