/** Why a table with ids is no list of tasks: it holds results. Undefined when it may be one. */
export async function isResults(path: string): Promise<string | undefined> {
  // Loaded when needed: most places hold task folders.
  const [{ resultsIn }, { resultsWords }] = await Promise.all([
    import('../results/results-in.js'),
    import('./results-found.js'),
  ]);
  const { count } = await resultsIn(path, 1);
  return count === undefined ? undefined : `it holds ${resultsWords(count)}, not tasks`;
}
