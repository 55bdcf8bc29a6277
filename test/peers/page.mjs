// docs/peers.md, written by a run of all.
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

tries exports with the real programs and writes this page: each is installed from the package index in the version below, or is a clone of its repository at a commit, in an environment of its own outside the repository. A pool of ${pool.length} tasks has
ids with every special character (\`a*b\`, \`c[!2]\`, \`d,e\`, \`s$\`, \`\` \`id\` \`\`, \`back\\slash\`, \`é😀\`, …), and beside each selected one others that a runner would take for it if the id were not escaped. \`winnow export\` writes the
export, a shell takes the command of its README apart, and the program's own code reads the export and says what it would run; only what would start containers or a model is replaced. It must be the selected tasks
(${selected.length}, fewer where the program cannot say an id) and no others. Harbor's jobs go through its own \`--dry-run\`, with an environment that is never started.

Then the \`check.py\` of the export is called as the README says. It must pass; and it must fail on every broken export: ${ways.join(', ')}. The hashes of a broken export are written anew, so that it is the program that tells.

It is not part of \`npm test\`, which holds the same exports against each runner's documented semantics, in \`test/exports/\`.

## The last result

${dates.join(' to ')}, ${process.platform === 'linux' ? 'Linux' : process.platform}, Node.js ${process.versions.node.split('.').slice(0, 2).join('.')}:

| program | version | what was tried | result |
|---|---|---|---|
${table('export')}

What these programs write is read back in the same run: each task must have the verdict that the program gave it.

| program | version | what it wrote | result |
|---|---|---|---|
${table('results')}

What Python programs make of what Winnow writes besides:

| program | version | what was tried | result |
|---|---|---|---|
${table('python')}

SWE-agent, OpenHands' benchmarks and SWE-bench Pro are not in the package index; they are cloned. Of OpenHands, its parser of arguments and its reader of data sets are driven, and of SWE-agent its configuration and its instances: what
comes after that starts containers and models. Containers, models and registries are driven in none of them.
`;
}
