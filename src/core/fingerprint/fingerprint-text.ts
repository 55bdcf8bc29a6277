import { type LongText, linesOf } from '../text/text-pieces.js';
import { LongFingerprint } from './fingerprint.js';

/** SHA-256 of a text in UTF-8 that may come in pieces, as 64 hex digits. */
export function fingerprintText(text: LongText): string {
  const hash = new LongFingerprint();
  for (const piece of typeof text === 'string' ? [text] : text) hash.add(piece);
  return hash.digest();
}

/** Whether a text has a fingerprint, as it is or with the line ends that git may have changed to CRLF changed back. */
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
