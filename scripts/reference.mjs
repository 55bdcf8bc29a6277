// `node scripts/reference.mjs`: writes docs/reference from the plan's schema and from what every command says with --help.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The pages of the reference by path; `help` gives what the command line prints for some words. */
export function referencePages(help) {
  const schema = JSON.parse(readFileSync(join(root, 'schema/plan.schema.json'), 'utf8'));
  return new Map([
    ['docs/reference/commands.md', commandsPage(help)],
    ['docs/reference/plan-keys.md', planPage(schema)],
  ]);
}

function commandsPage(help) {
  const whole = help(['--help']);
  const names = [...whole.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name).filter((name) => name !== 'help');
  const parts = [...help(['assess', '--help']).matchAll(/^ {2}([a-z]+) (?:\[|<)/gm)].map(([, name]) => [
    'assess',
    name,
  ]);
  const page = (words) => `## winnow ${words.join(' ')}\n\n\`\`\`text\n${help([...words, '--help']).trimEnd()}\n\`\`\``;
  const all = names.flatMap((name) => [[name], ...(name === 'assess' ? parts : [])]);
  return [
    '# Commands\n\nEvery command as `--help` shows it. What programs may rely on, exit codes and JSON, is in [the contract](../contract.md).',
    `\`\`\`text\n${whole.trimEnd()}\n\`\`\``,
    ...all.map(page),
    '',
  ].join('\n\n');
}

function planPage(schema) {
  const seen = new Map();
  const rows = [];
  walk(schema, '');
  const table = rows.map(({ path, kind, words }) => `| \`${path}\` | ${kind} | ${words} |`);
  return [
    '# Keys of a plan\n\nEvery key that a plan may have, from [its schema](../../schema/plan.schema.json). `KEY` stands for a name of yours, `[]` for each entry of a list. [The plan](../plan.md) explains them in their order, with examples.',
    ['| key | value | meaning |', '|---|---|---|', ...table].join('\n'),
    '',
  ].join('\n\n');

  function walk(node, path) {
    for (const part of alternatives(node)) {
      for (const [name, value] of Object.entries(part.properties ?? {}))
        add(value, path === '' ? name : `${path}.${name}`);
      if (typeof part.additionalProperties === 'object') below(part.additionalProperties, `${path}.KEY`);
      if (part.items !== undefined) below(part.items, `${path}[]`);
    }
  }

  function below(node, path) {
    const own = alternatives(node);
    if (own.some((part) => part.properties !== undefined || part.items !== undefined)) walk(node, path);
  }

  function add(node, path) {
    const text = JSON.stringify({ ...node, description: undefined });
    const isLarge = text.length > 400;
    const before = isLarge ? seen.get(text) : undefined;
    if (rows.some((row) => row.path === path)) return;
    const words = (node.description ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ');
    rows.push({
      path,
      kind: kindOf(node),
      words: before === undefined ? words : `${words} Keys as in \`${before}\`.`.trim(),
    });
    if (before !== undefined) return;
    if (isLarge) seen.set(text, path);
    walk(node, path);
  }
}

function alternatives(node) {
  const own = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return own.length === 0 ? [node] : own.flatMap(alternatives);
}

function kindOf(node) {
  const kinds = alternatives(node).map((part) => {
    if (part.const !== undefined) return `\`${part.const}\``;
    if (part.enum !== undefined) return part.enum.map((value) => `\`${value}\``).join(', ');
    if (part.type === 'array') return 'list';
    return part.type === 'object' ? 'mapping' : part.type === 'integer' ? 'whole number' : (part.type ?? 'any');
  });
  return [...new Set(kinds)].join(', ');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const help = (words) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...words], { encoding: 'utf8' });
    if (stdout === '') throw new Error(stderr);
    return stdout;
  };
  for (const [file, text] of referencePages(help)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
