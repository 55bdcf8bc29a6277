// docs/contributing/peers.md, written by a run of all.
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').slice(0, 200);

/** The page: what was tried with which version, and what came of it. */
export function peersPage(rows, { pool, selected }) {
  const table = (kind) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ title, version, name, result }) => `| ${title} | ${version} | ${cell(name)} | ${cell(result)} |`)
      .join('\n');
  const ways = [...new Set(rows.flatMap((row) => row.ways))];
  const dates = [...new Set(rows.map(({ date }) => date))].sort();
  return `# Peers

    npm run test:peers            # all of them; needs Python 3.12 and 3.13 and the network
    npm run test:peers -- harbor  # one

\`npm run test:peers\` exports a selection to each real program and asks the program what it would run. Programs are installed from the package index in the version below, or cloned at a commit. The pool of ${pool.length} tasks has ids with every special character (\`a*b\`, \`c[!2]\`, \`d,e\`, \`é😀\`, …), and neighbours that an unescaped id would match. The program must name exactly the selected tasks (${selected.length}, fewer if it can't express an id). Nothing that starts containers or a model is run.

Then \`check.py\` of the export must pass, and must fail on every broken export: ${ways.join(', ')}. It is not part of \`npm test\`, which compares the same exports with each runner's documented behaviour.

## The last result

${dates.join(' to ')}, ${process.platform === 'linux' ? 'Linux' : process.platform}, Node.js ${process.versions.node.split('.').slice(0, 2).join('.')}:

| program | version | what was tried | result |
|---|---|---|---|
${table('export')}

The suites that ship, with local data sets of the same ids, because their own need the network:

| program | version | suite and use | result |
|---|---|---|---|
${table('suite')}

Results that these programs write are read back; each task must have the verdict that the program gave it, and the count of those that passed must agree.

| program | version | what it wrote | result |
|---|---|---|---|
${table('results')}

What Python programs make of what Winnow writes besides:

| program | version | what was tried | result |
|---|---|---|---|
${table('python')}

SWE-agent, OpenHands' benchmarks, SWE-bench Pro and GSO are not in the package index; they are cloned. Of OpenHands, its parser of arguments and its reader of data sets are driven, of SWE-agent its configuration and its instances, and of GSO its reader of data sets; after that they start containers and models. Containers, models and registries are driven in none of them.
`;
}
