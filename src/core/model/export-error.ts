import { WinnowError } from './errors.js';

/** A selection cannot be exported as asked: an option, an id, a data set or a folder stands against it. */
export class ExportError extends WinnowError {
  override readonly name = 'ExportError';
}
