/** An error in the input that the caller can fix; carries every error found, not only the first. */
export class WinnowError extends Error {
  // Spelled out, because a minifier renames classes.
  override readonly name: string = 'WinnowError';
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[], options?: ErrorOptions) {
    const shown = withOneHint(faults);
    super(shown.map(faultText).join('\n'), options);
    this.faults = shown;
  }
}

/** The same advice once, with the last of the errors in a row that it is about. */
function withOneHint(faults: readonly Fault[]): readonly Fault[] {
  return faults.map(({ hint, ...fault }, at) =>
    hint === undefined || hint === faults[at + 1]?.hint ? fault : { ...fault, hint },
  );
}

/** The plan cannot be read, is invalid, or contradicts itself. */
export class PlanError extends WinnowError {
  override readonly name = 'PlanError';
}

/** The tasks are not what the plan expects: missing, miscounted, unreadable, or without a phase or a feature. */
export class PoolError extends WinnowError {
  override readonly name = 'PoolError';
}

/** The plan asks for more than the pool can give. */
export class ShortfallError extends WinnowError {
  override readonly name = 'ShortfallError';
}

/** The results of runs cannot be read, contradict each other, or do not match the selection. */
export class ResultsError extends WinnowError {
  override readonly name = 'ResultsError';
}

/** A selection cannot be found, or cannot be used as it is. */
export class ManifestError extends WinnowError {
  override readonly name = 'ManifestError';
}

/** The output can't be written; existing files are unchanged. */
export class OutputError extends WinnowError {
  override readonly name = 'OutputError';
}

/** This process may not read or write a file or folder. */
export class AccessError extends WinnowError {
  override readonly name = 'AccessError';
}

/** A package that the input needs is not installed on this machine. */
export class EngineError extends WinnowError {
  override readonly name = 'EngineError';
}

/** The file system refuses access to a file or folder: a loop of links, no permission, a full disk. */
export class FileError extends WinnowError {
  override readonly name = 'FileError';
}

export function faultText(fault: Fault): string {
  const place = placeText(fault.place);
  const hint = fault.hint === undefined ? '' : `\n    ${fault.hint}`;
  return `${place === '' ? '' : `${place}: `}${fault.message}${hint}`;
}

/** Formats a place as `plan.yaml:12:7 (score.weights)`, without its unknown parts. */
export function placeText(place: Place | undefined): string {
  if (place === undefined) return '';
  const position = [place.file, place.line, place.column].filter((part) => part !== undefined).join(':');
  if (place.path === undefined || place.path === '') return position;
  return position === '' ? place.path : `${position} (${place.path})`;
}

/** A selection cannot be exported as requested, because of an option, an id, a dataset or a folder. */
export class ExportError extends WinnowError {
  override readonly name = 'ExportError';
}

export interface Place {
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in characters. */
  readonly column?: number;
  /** The plan's keys from the top, such as `benchmarks.ccb_tac.select.take`. */
  readonly path?: string;
}

export interface Fault {
  /** Stable across versions: `plan/unknown-key`, `pool/count`, … */
  readonly code: string;
  /** The problem, the value found and the value expected, in one or two sentences. */
  readonly message: string;
  readonly place?: Place;
  readonly benchmark?: string;
  readonly hint?: string;
}

/** A problem that did not stop the run. It is part of the result, never only printed. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly benchmark?: string;
  /** Set if the warning is about one system. Not in any document. */
  readonly system?: string;
  /** The number of rows, files or values, for a summary; undefined means one. Not in any document. */
  readonly count?: number;
  /** The words that a summary prints after the count, instead of the kind. Not in any document. */
  readonly brief?: string;
}
