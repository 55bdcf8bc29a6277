/** Where a command is run that works only in a clone of the runner's repository, in a sentence. */
export function runInClone(repository: string): string {
  return `Run it in a clone of ${repository}; EXPORT in the command stands for the absolute path of the folder of this export.`;
}

/** A file of the export as a command names it that is run elsewhere, for the shell to read. */
export function inExport(file: 'samples.csv' | 'samples.jsonl' | 'patches.json' | 'select.txt'): string {
  return `"$EXPORT/${file}"`;
}
