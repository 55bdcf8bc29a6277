import { parseDocument, type YAMLParseError } from 'yaml';
import type { UnknownRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/words.js';
import { DocumentError, isTemplateLine, templateReason } from './document-error.js';

/** Enough for any task, but too few for aliases that expand without limit. */
const mostAliases = 100;

/** The data of a YAML document, or of the first if there are several. @throws DocumentError if it is not valid. */
export function parseYaml(text: string): unknown {
  const plain = plainYaml(text);
  if (plain !== undefined) return plain;
  // Programs that run these tasks accept duplicate keys, and checking for them is slow.
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

/** Stack overflows and alias limits have no error code, only messages. */
function reasonIn(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : '';
  if (message.startsWith('Maximum call stack')) return 'the YAML is nested too deeply';
  if (message.startsWith('Excessive alias')) return 'the aliases expand without limit';
  const [first = ''] = message.split('\n');
  return `not valid YAML: ${visibleText(first.replace(/ at line \d+, column \d+:?$/, ''), 100)}`;
}

/**
 * The data of a YAML document that has only plain keys with plain values or lists of them; undefined for any other
 * document. Most tasks have such a document, and the full parser takes twenty times as long.
 */
export function plainYaml(text: string): UnknownRecord | undefined {
  const data: Record<string, unknown> = {};
  let open: { readonly items: unknown[]; indent: string | undefined } | undefined;
  for (const line of text.split('\n')) {
    if (line === '' || comment.test(line)) continue;
    const [, indent, item] = open === undefined ? [] : (itemLine.exec(line) ?? []);
    if (item !== undefined && indent !== undefined) {
      const value = scalarOf(item);
      if (open === undefined || (open.indent ?? indent) !== indent || value === undefined) return undefined;
      open.indent = indent;
      open.items.push(value);
      continue;
    }
    if (open !== undefined && open.items.length === 0) return undefined;
    const [, key, rest] = keyLine.exec(line) ?? [];
    if (key === undefined || otherWords.test(key) || Object.hasOwn(data, key)) return undefined;
    open = rest === undefined ? { items: [], indent: undefined } : undefined;
    const value = rest === undefined ? open?.items : scalarOf(rest);
    if (value === undefined) return undefined;
    data[key] = value;
  }
  const isWhole = Object.keys(data).length > 0 && open?.items.length !== 0;
  return isWhole ? data : undefined;
}

const comment = /^#[ -~]*$/;
const keyLine = /^([A-Za-z][A-Za-z0-9_-]{0,60}):(?: ([^ ].*))?$/;
const itemLine = /^( {0,8})- ([^ ].*)$/;

/** Words that mean something other than themselves, in one version of YAML or another. */
const otherWords = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Printable ASCII that neither ends a value nor begins something else inside it; a colon only within a word. */
const word = /^[A-Za-z0-9<(/](?:[A-Za-z0-9_.,/@+=()<>-]|[ :](?=[A-Za-z0-9_.,/@+=()<>-]))*$/;
const wholeNumber = /^(?:0|[1-9][0-9]{0,14})$/;
const decimalNumber = /^(?:0|[1-9][0-9]{0,8})\.[0-9]{1,6}$/;
/** Characters not in decimal numbers; other bases begin with 0x or 0o. */
const noNumber = /[a-df-zA-DF-Z ,/@=()<>]/;
const singleQuoted = /^'[ !#-&(-~]*'$/;
const doubleQuoted = /^"[ !#-[\]-~]*"$/;

/** The value of a scalar on one line; undefined if it needs the parser. */
function scalarOf(text: string): string | number | boolean | undefined {
  const isQuoted = text.startsWith("'") ? singleQuoted : text.startsWith('"') ? doubleQuoted : undefined;
  if (isQuoted !== undefined) return isQuoted.test(text) ? text.slice(1, -1) : undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  if (!word.test(text) || otherWords.test(text)) return undefined;
  if (text.charCodeAt(0) > nine) return text;
  if (wholeNumber.test(text) || decimalNumber.test(text)) return Number(text);
  return noNumber.test(text) && !/^0[xo]/i.test(text) ? text : undefined;
}

const nine = '9'.charCodeAt(0);
