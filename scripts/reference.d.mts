/** The pages of the reference by path; `help` gives what the command line prints for some words. */
export function referencePages(help: (words: readonly string[]) => string): ReadonlyMap<string, string>;
