// `npm run reference`: generates commands.md, plan.md and errors.md in docs/reference from the command-line help and the plan's schema.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The pages of the reference by path; `help` returns what the command line prints for some words. */
export function referencePages(help) {
  const schema = JSON.parse(readFileSync(join(root, 'schema/plan.schema.json'), 'utf8'));
  return new Map([
    ['docs/reference/commands.md', commandsPage(help)],
    ['docs/reference/plan.md', planPage(schema)],
    ['docs/reference/errors.md', errorsPage(help(['help', 'errors']))],
  ]);
}

/** `--help` shows all examples of a command. */
const mostExamples = 1;

/** An option is shared if at least this many commands have it with the same words. */
const fewestSharing = 3;

function commandsPage(help) {
  const whole = parseHelp(help(['--help']));
  const groups = whole.sections.filter(({ title }) => !['Options', 'Commands'].includes(title));
  const pages = groups.flatMap(({ entries }) => entries.map(({ name }) => commandOf(help, [name])));
  const parts = pages
    .flatMap(({ sections }) => sections.find(({ title }) => title === 'Commands')?.entries ?? [])
    .map(({ name }) => commandOf(help, ['assess', name.split(' ')[0]]));
  const all = pages.flatMap((page) => (page.words[0] === 'assess' ? [page, ...parts] : [page]));
  const lines = all.flatMap(({ options }) => options.map(optionLine));
  const shared = [...new Set(lines)].filter((line) => lines.filter((each) => each === line).length >= fewestSharing);
  return [
    '# Commands',
    'Generated from `--help`, which describes each command in more detail. Every command also accepts `--json` ([documents](documents.md)).',
    groups
      .map(
        ({ title, entries }) =>
          `- **${title}**: ${entries.map(({ name }) => `[\`${name}\`](#winnow-${name})`).join(', ')}`,
      )
      .join('\n'),
    '## Shared options',
    sharedOptions(shared),
    ...all.flatMap((page) => {
      const whole = page.words.length > 1 ? pages.find(({ words }) => words[0] === page.words[0]) : undefined;
      return commandSection(page, new Set(shared), whole);
    }),
    '',
  ].join('\n\n');
}

/** The shared options in their sets, then the others. */
function sharedOptions(shared) {
  const nameOf = (line) => /--[a-z-]+/.exec(line)?.[0];
  const sets = Object.entries(optionSets).map(
    ([title, names]) =>
      `**${title[0].toUpperCase()}${title.slice(1)}**\n\n${shared.filter((line) => names.includes(nameOf(line))).join('\n')}`,
  );
  const others = shared.filter((line) => ![...everywhere, ...Object.values(optionSets).flat()].includes(nameOf(line)));
  return [...sets, `**Others**\n\n${others.join('\n')}`].join('\n\n');
}

function commandOf(help, words) {
  const parsed = parseHelp(help([...words, '--help']));
  const given = parsed.sections.find(({ title }) => title === 'Arguments')?.entries ?? [];
  // Options have a title for each group of them.
  const options = parsed.sections.filter(({ title }) => !['Arguments', 'Commands'].includes(title));
  return { ...parsed, words, arguments: given, options: options.flatMap(({ entries }) => entries) };
}

/** Options that every command has. */
const everywhere = ['--help', '--json'];

/** Options that belong together, by the name under which commands list them. */
const optionSets = {
  'result options': [
    '--reward',
    '--scorer',
    '--status',
    '--reward-range',
    '--pass-at',
    '--task-pattern',
    '--any-version',
    '--columns',
    '--price',
  ],
  'export options': [
    ...['--to', '--out', '--benchmark', '--shard', '--limit', '--run-id', '--runner-version', '--dataset'],
    ...['--predictions', '--dataset-name', '--split', '--path', '--no-check', '--copy-as', '--git-url', '--commit'],
    ...['--form', '--ref', '--task', '--agent', '--model'],
  ],
  'pool options': ['--benchmarks', '--pool', '--no-cache', '--allow-shortfall'],
};

function setNames(names) {
  const sets = Object.entries(optionSets).filter(([, members]) => members.every((name) => names.includes(name)));
  const single = names.filter((name) => sets.every(([, members]) => !members.includes(name)));
  return [...single.map((name) => `\`${name}\``), ...sets.map(([name]) => `[${name}](#shared-options)`)];
}

function commandSection(page, shared, whole) {
  const { words, usage, prose, arguments: given, options, examples } = page;
  const own = options.map(optionLine).filter((line) => !shared.has(line));
  const also = sharedNames(page, shared);
  // A part of a command has the arguments and shared options of the whole.
  const isPart = whole !== undefined && String(also) === String(sharedNames(whole, shared));
  const list = [...(isPart ? [] : given.map(({ name, text }) => `- \`${name.toUpperCase()}\`: ${text}`)), ...own];
  const calls = [usage.replace(' [options]', ''), ...examples.map(({ command }) => command).slice(0, mostExamples)];
  const parts = page.sections.some(({ title }) => title === 'Commands') ? ' The parts below also accept these.' : '';
  return [
    `## winnow ${words.join(' ')}`,
    summaryOf(prose),
    ...(isPart ? [] : [['```sh', ...new Set(calls), '```'].join('\n')]),
    ...(list.length === 0 ? [] : [list.join('\n')]),
    ...(isPart || also.length === 0 ? [] : [`Also: ${also.join(', ')}.${parts}`]),
  ];
}

/** The shared options of a command, by the name of their set if it has all of them. */
function sharedNames({ options }, shared) {
  const others = options.filter((each) => shared.has(optionLine(each))).map(({ name }) => /--[a-z-]+/.exec(name)?.[0]);
  return setNames(others.filter((name) => !everywhere.includes(name)));
}

/** The first paragraph; the rest is in `--help`. */
function summaryOf(prose) {
  const [summary = ''] = prose.split('\n\n');
  return summary.charAt(0).toUpperCase() + summary.slice(1);
}

function optionLine({ name, text }) {
  return `- \`${name}\`: ${text}`;
}

/** The parts of a help text: usage, prose, and titled lists of names with their text. */
function parseHelp(text) {
  const lines = text.split('\n');
  const sections = [];
  const prose = [];
  const examples = [];
  let usage = '';
  let title;
  for (const line of lines) {
    if (line.startsWith('Usage: ')) usage = line.slice('Usage: '.length);
    else if (/^[A-Z][a-z]+(?: [a-z]+)*:$/.test(line)) {
      title = line.slice(0, -1);
      if (!title.startsWith('Example')) sections.push({ title, entries: [] });
    } else if (title === undefined) prose.push(line);
    else if (title.startsWith('Example')) {
      if (/^ {2}\S/.test(line)) examples.push({ command: line.trim(), text: '' });
      else if (line.trim() !== '') examples.at(-1).text = line.trim();
    } else {
      const [, name, words = ''] = /^ {2}(\S.*?)(?: {2,}(.*))?$/.exec(line) ?? [];
      const entries = sections.at(-1).entries;
      if (name !== undefined) entries.push({ name, text: words });
      else if (line.trim() !== '') entries.at(-1).text += ` ${line.trim()}`;
    }
  }
  const paragraphs = prose
    .join('\n')
    .trim()
    .split(/\n{2,}/);
  return {
    usage,
    prose: paragraphs.map((paragraph) => paragraph.replaceAll('\n', ' ')).join('\n\n'),
    sections: sections.map((section) => ({
      ...section,
      entries: section.entries.map(({ name, text: words }) => ({ name, text: words.trim() })),
    })),
    examples,
  };
}

/** Every error code with its explanation, by family. */
function errorsPage(text) {
  const entries = text
    .trimEnd()
    .split(/\n(?=\S)/)
    .map((entry) => entry.split('\n').map((line) => line.trim()));
  const families = new Map();
  for (const entry of entries) {
    const family = entry[0].includes('/') ? entry[0].split('/')[0] : 'other';
    families.set(family, [...(families.get(family) ?? []), entry]);
  }
  return [
    '# Errors',
    'Every error, difference and warning has a stable code, shown as `code` in `--json` and in the last line of an error report. `winnow help CODE` prints the text below. An entry that ends in `/*` covers the other codes of its family.',
    ...[...families]
      .sort(([a], [b]) => Number(a === 'other') - Number(b === 'other'))
      .map(([family, list]) => `## ${family}\n\n${list.map(([code, words]) => `- \`${code}\`: ${words}`).join('\n')}`),
    '',
  ].join('\n\n');
}

const planIntro = `# The plan

A plan is one YAML file. Three lines are enough for a random sample:

\`\`\`yaml
tasks: tasks.csv
take: 40
seed: 1
\`\`\`

A plan with \`tasks\` has the keys of a benchmark, of its \`source\` and of its \`select\` at the top level. A plan with several sources has \`benchmarks\` instead, each with its own keys. Start the file with this line to get completion and validation in an editor:

\`\`\`yaml
# yaml-language-server: $schema=path/to/schema/plan.schema.json
\`\`\`

You don't have to declare the standard fields: the labels \`repo\`, \`language\`, \`difficulty\`, \`category\`; the numbers \`files_changed\`, \`additions\`, \`deletions\`, \`lines_changed\`, \`context_tokens\`, \`context_files\`, \`tests_to_fix\`, \`tests_to_keep\`, \`instruction_chars\`, \`shipped_score\`; the list \`tags\`. \`prior\` adds \`prior_results\`, \`prior_solved\` and \`prior_rate\`; \`prior.uplift\` adds \`prior_uplift\` and \`prior_uplift_reliability\`; a purpose adds \`prior_ease\`, \`prior_variance\` and \`prior_band\`. You can also group and order by \`id\`, \`phase\` and \`score\`.

A condition maps fields to tests: a value, a list of values, bounds (\`above\`, \`at_least\`, \`below\`, \`at_most\`) or, for a list, \`{ has: smoke }\`. A task must pass all of them, and a test on an unknown value fails.

The lists below are generated from [the schema](../../schema/plan.schema.json). The link on a key leads to the keys below it. \`NAME\` is a name that you choose.`;

function planPage(schema) {
  const top = propertiesOf(schema);
  const topTexts = new Map([...top].map(([name, node]) => [name, textOf(node)]));
  const sections = new Map();
  const seen = new Map();
  const queue = [{ path: 'Top level', properties: top }];
  const listed = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const isBelow = /^benchmarks\.NAME(?:\.(?:source|select))?$/.test(next.path);
    const { path: first, same } = isBelow ? topKeys(next.properties) : sharedKeys(next.properties, listed);
    const rows = [];
    for (const [name, node] of next.properties) {
      if (same.includes(name)) continue;
      const path = next.path === 'Top level' ? name : `${next.path}.${name}`;
      rows.push(`- ${linked(name, node, path)}${kindText(node)}${describe(node)}`);
    }
    const place = first === 'Top level' ? 'at the top level' : `in \`${first}\``;
    if (same.length > 0) rows.push(`- as ${place}: ${same.map((name) => `\`${name}\``).join(', ')}`);
    sections.set(next.path, rows);
    listed.push(next);
  }
  const texts = [...sections].map(
    ([path, rows]) => `## ${path === 'Top level' ? path : `\`${path}\``}\n\n${rows.join('\n')}`,
  );
  return [planIntro, ...texts, ''].join('\n\n');

  /** The keys of a benchmark that the top level has with the same values, whatever their description. */
  function topKeys(properties) {
    const same = [...properties].filter(([name, node]) => topTexts.get(name) === textOf(node)).map(([name]) => name);
    return { path: 'Top level', same };
  }

  /** A key, linked to the list of the keys below it; an equal mapping is listed once. */
  function linked(name, node, path) {
    const inner = mappingIn(node);
    const properties = inner === undefined ? new Map() : propertiesOf(inner.node);
    if (properties.size === 0) return `\`${name}\``;
    const text = JSON.stringify([...properties].map(([name, each]) => [name, textOf(each)]));
    const before = seen.get(text);
    const target = before ?? `${path}${inner.suffix}`;
    if (before === undefined) {
      seen.set(text, target);
      queue.push({ path: target, properties });
    }
    return `[\`${name}\`](#${target.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '')})`;
  }
}

/** The keys that an earlier section explains in the same words, if there are at least as many as shared options need. */
function sharedKeys(properties, listed) {
  const found = listed
    .map(({ path, properties: earlier }) => ({
      path,
      same: [...properties]
        .filter(([name, node]) => JSON.stringify(node) === JSON.stringify(earlier.get(name)))
        .map(([name]) => name),
    }))
    .sort((a, b) => b.same.length - a.same.length)[0];
  return found !== undefined && found.same.length >= fewestSharing ? found : { path: '', same: [] };
}

/** The mapping that a node is, or whose values or items it has. */
function mappingIn(node) {
  for (const part of alternatives(node)) {
    if (part.properties !== undefined) return { node, suffix: '' };
  }
  for (const part of alternatives(node)) {
    if (typeof part.additionalProperties === 'object') {
      const below = mappingIn(part.additionalProperties);
      if (below !== undefined) return { node: below.node, suffix: `.NAME${below.suffix}` };
    }
    if (part.items !== undefined) {
      const below = mappingIn(part.items);
      if (below !== undefined) return { node: below.node, suffix: `[]${below.suffix}` };
    }
  }
  return undefined;
}

function propertiesOf(node) {
  const all = new Map();
  for (const part of alternatives(node)) {
    const own = [
      ...Object.entries(part.properties ?? {}),
      ...(part.items === undefined ? [] : propertiesOf(part.items)),
    ];
    for (const [name, value] of own) if (!all.has(name)) all.set(name, value);
  }
  return all;
}

function textOf(node) {
  return JSON.stringify({ ...node, description: undefined });
}

function describe(node) {
  const words = (node.description ?? '').replaceAll('\n', ' ').trim();
  return words === '' ? '' : `: ${words}`;
}

function alternatives(node) {
  const own = [...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return own.length === 0 ? [node] : own.flatMap(alternatives);
}

/** The kind of a value, unless it is plain text, a list or a mapping. */
function kindText(node) {
  const kind = kindOf(node);
  return /^(?:string|list|mapping|, )+$/.test(kind) ? '' : ` (${kind})`;
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
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/winnow.cjs'), ...words], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    return stdout;
  };
  for (const [file, text] of referencePages(help)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
}
