/** The text is not a Python literal; `position` counts UTF-16 units from 1. */
export class PythonLiteralError extends Error {
  // Written out, because a minifier renames classes.
  override readonly name = 'PythonLiteralError';
  readonly position: number;

  constructor(position: number, problem: string) {
    super(`character ${position}: ${problem}`);
    this.position = position;
  }
}
