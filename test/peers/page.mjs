// docs/contributing/peers.md, written by a run of all.
const shortened = (result) =>
  result.replace(/ of 57 tasks|^results of | tasks(?! read)| read(?=,)| broken exports? detected/g, '');
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 200);

/** The page: what was tried with which version, and what came of it. */
export function peersPage(rows, { pool, selected }) {
  const programs = new Map();
  for (const { title, version, kind, name, result } of rows) {
    const program = `${title} | ${version}`;
    const use = `${kind === 'results' ? 'results from ' : ''}${cell(name)} (${shortened(cell(result))})`;
    programs.set(program, [...(programs.get(program) ?? []), use]);
  }
  const ways = [...new Set(rows.flatMap((row) => row.ways))];
  const dates = [...new Set(rows.map(({ date }) => date))].sort();
  return `# Peers

    npm run test:peers            # all of them; needs Python 3.12 and 3.13 and the network
    npm run test:peers -- harbor  # one

\`npm run test:peers\` exports a selection to each real program and checks which tasks the program would run. Programs are installed from the package index, or cloned at a commit. The pool of ${pool.length} tasks has ids with every special character (\`a*b\`, \`c[!2]\`, \`d,e\`, \`é😀\`, …) and similar ids that an unescaped pattern would match. The program must name exactly the selected tasks (${selected.length}, or fewer if it can't express an id).

Then \`check.py\` in the export must pass, and must fail on every broken export: ${ways.join(', ')}.

## Latest result

${dates.join(' to ')}, ${process.platform === 'linux' ? 'Linux' : process.platform}, Node.js ${process.versions.node.split('.').slice(0, 2).join('.')}:

| program | version | use (tasks of 57, or as stated; broken exports detected) |
|---|---|---|
${[...programs].map(([program, uses]) => `| ${program} | ${uses.join('; ')} |`).join('\n')}

The built-in suites were exported with local data sets that have the same ids, because the real ones need the network. Winnow also reads the results that these programs write; the verdict on each task and the number of passes must agree with the program.

The test starts no containers or models. For SWE-agent, the OpenHands benchmarks, SWE-bench Pro and GSO, it runs the argument parsers, configuration and data set readers.
`;
}
