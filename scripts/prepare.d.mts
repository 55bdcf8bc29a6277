/** The files that dist/ may be made from, relative to the root of the project, in order. */
export function buildInputs(): string[];
