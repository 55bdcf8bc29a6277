import { parseDocument, type YAMLParseError } from 'yaml';
import { visibleText } from '../../core/text/visible-text.js';
import { DocumentError } from './document-error.js';
import { isTemplateLine, templateReason } from './placeholder.js';
import { plainYaml } from './plain-yaml.js';

/** Enough for any task, too few for a document that grows without end when its aliases are followed. */
const mostAliases = 100;

/**
 * The data of a YAML document, or of the first where there are several.
 *
 * @throws DocumentError when it is none.
 */
export function parseYaml(text: string): unknown {
  const plain = plainYaml(text);
  if (plain !== undefined) return plain;
  // A key given twice is no error to the programs that run these tasks, and looking for one takes long.
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) throw syntaxError(error, text);
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (cause) {
    throw new DocumentError(reasonIn(cause));
  }
}

function syntaxError(error: YAMLParseError, text: string): DocumentError {
  const { line, col: column } = error.linePos?.[0] ?? { line: 1, col: 1 };
  return new DocumentError(isTemplateLine(text, line) ? templateReason : reasonIn(error), { line, column });
}

/** Neither a full stack nor a limit on aliases has a code: both are told by their messages. */
function reasonIn(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  if (message.startsWith('Maximum call stack')) return 'it is nested too deeply';
  if (message.startsWith('Excessive alias')) return 'its aliases would make it grow without bounds';
  const [first = ''] = message.split('\n');
  return `it is not valid YAML: ${visibleText(first.replace(/ at line \d+, column \d+:?$/, ''), 100)}`;
}
