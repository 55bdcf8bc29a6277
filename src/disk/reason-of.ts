import { WinnowError } from '../core/model/errors.js';

/** Why a file operation failed, in words; the system's own text where there is nothing plainer. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof WinnowError) return cause.faults.map(({ message }) => message.replace(/\.$/, '')).join('; ');
  if (isStackOverflow(cause)) return 'it is nested too deeply';
  return cause instanceof Error ? (plainReasons[errorCode(cause)] ?? cause.message) : String(cause);
}

/** Whether the stack was full: a function that calls itself for each level met too many levels. */
export function isStackOverflow(cause: unknown): boolean {
  return cause instanceof RangeError && cause.message.startsWith('Maximum call stack');
}

/** The system's code of an error, such as `ENOENT`; empty when it has none. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

const plainReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EEXIST: 'something else is in its place',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be larger than allowed here',
  ELOOP: 'it is a link that is not followed, or links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8',
};
