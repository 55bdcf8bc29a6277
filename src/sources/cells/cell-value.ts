import { readPythonLiteral } from '../python-literal/read-python-literal.js';

/** The list or dict that a cell holds as JSON or as Python prints it; any other cell as it is. */
export function cellValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[({]/.test(value)) return value;
  return attempt(() => JSON.parse(value)) ?? attempt(() => readPythonLiteral(value)) ?? value;
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}
