// docs/contributing/peers.md, written by a run of all.
const shortExport = (result) => result.replace(/ tasks\b/, '').replace(/ broken exports? detected/, '');
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 200);

/** The page: what was tried with which version, and what came of it. */
export function peersPage(rows, { pool, selected }) {
  /** One row per program and version, with all of its uses. */
  const table = (kind, shortened = (result) => result) => {
    const programs = new Map();
    for (const { title, version, name, result } of rows.filter((row) => row.kind === kind)) {
      const program = `${title} | ${version}`;
      programs.set(program, [...(programs.get(program) ?? []), `${cell(name)} (${shortened(cell(result))})`]);
    }
    return [...programs].map(([program, uses]) => `| ${program} | ${uses.join('; ')} |`).join('\n');
  };
  const ways = [...new Set(rows.flatMap((row) => row.ways))];
  const dates = [...new Set(rows.map(({ date }) => date))].sort();
  return `# Peers

    npm run test:peers            # all of them; needs Python 3.12 and 3.13 and the network
    npm run test:peers -- harbor  # one

\`npm run test:peers\` exports a selection to each real program and checks which tasks the program would run. Programs are installed from the package index at the versions below, or cloned at a commit. The pool of ${pool.length} tasks has ids with every special character (\`a*b\`, \`c[!2]\`, \`d,e\`, \`é😀\`, …) and similar ids that an unescaped pattern would match. The program must name exactly the selected tasks (${selected.length}, or fewer if it can't express an id). The test starts no containers or models.

Then \`check.py\` in the export must pass, and must fail on every broken export: ${ways.join(', ')}.

## Latest result

${dates.join(' to ')}, ${process.platform === 'linux' ? 'Linux' : process.platform}, Node.js ${process.versions.node.split('.').slice(0, 2).join('.')}:

| program | version | use (tasks that it would run; broken exports that \`check.py\` detected) |
|---|---|---|
${table('export', shortExport)}

The built-in suites were exported with local data sets that have the same ids, because the real ones need the network:

| program | version | suite and use |
|---|---|---|
${table('suite')}

Winnow also reads the results that these programs write. The verdict on each task and the number of passes must agree with the program.

| program | version | output |
|---|---|---|
${table('results', (result) => result.replace(/^results of /, ''))}

These Python programs read Winnow's other output:

| program | version | use |
|---|---|---|
${table('python')}

For SWE-agent, the OpenHands benchmarks, SWE-bench Pro and GSO, which are not in the package index, the test runs their argument parsers, configuration and data set readers.
`;
}
