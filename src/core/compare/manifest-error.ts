import { WinnowError } from '../model/errors.js';

/** A selection that was asked for cannot be found, or cannot be used as it is. */
export class ManifestError extends WinnowError {
  override readonly name = 'ManifestError';
}
