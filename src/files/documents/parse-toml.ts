import { parse, TomlError } from 'smol-toml';
import { DocumentError, isTemplateLine, templateReason } from './document-error.js';

const deepest = 100;

/** The data of a TOML document. @throws DocumentError if it is not valid. */
export function parseToml(text: string): unknown {
  try {
    // Without this option, an integer too large for a number would make the document unreadable.
    return parse(text, { integersAsBigInt: 'asNeeded', maxDepth: deepest });
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw new DocumentError('not readable as TOML');
    throw new DocumentError(isTemplateLine(text, cause.line) ? templateReason : reasonIn(cause), cause);
  }
}

/** Only the reason: the parser adds the lines around it, which are untrusted text. */
function reasonIn({ message }: TomlError): string {
  const [first = ''] = message.split('\n');
  return `not valid TOML: ${first.replace('Invalid TOML document: ', '')}`;
}
