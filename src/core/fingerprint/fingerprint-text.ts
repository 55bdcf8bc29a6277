import { type LongText, linesOf } from '../text/text-pieces.js';
import { LongFingerprint } from './fingerprint.js';

/** SHA-256 of a UTF-8 text, possibly in pieces, as 64 hex digits. */
export function fingerprintText(text: LongText): string {
  const hash = new LongFingerprint();
  for (const piece of typeof text === 'string' ? [text] : text) hash.add(piece);
  return hash.digest();
}

/** Whether a text has this fingerprint, as is or with CRLF line endings, which git may have added, converted to LF. */
export function hasFingerprint(text: LongText, sha256: string): boolean {
  return fingerprintText(text) === sha256 || withPlainLineEnds(text) === sha256;
}

function withPlainLineEnds(text: LongText): string {
  const hash = new LongFingerprint();
  let before = '';
  for (const line of linesOf(text)) {
    hash.add(`${before}${line}`);
    before = '\n';
  }
  return hash.digest();
}
