// `npm run test:requests`: drives ten requests that people make of an agent through the official MCP client, using only
// the names and descriptions of tools and the digests of answers. Writes the range of calls and tokens into
// docs/guides/agents.md. A token is counted as four characters of arguments and answers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ensureBuilt, ensureInstalled, root } from '../../scripts/prepare.mjs';

ensureInstalled();
ensureBuilt();
const folder = mkdtempSync(join(tmpdir(), 'winnow-requests-'));
const tokens = (value) => Math.ceil((typeof value === 'string' ? value : JSON.stringify(value)).length / 4);

const ids = Array.from({ length: 240 }, (_, i) => `t-${String(i).padStart(3, '0')}`);
const rows = ids.map((id, i) => `${id},owner/r${i % 6},${['go', 'python', 'rust'][i % 3]},${(i * 37) % 41}`);
writeFileSync(join(folder, 'tasks.csv'), ['id,repo,language,files_changed', ...rows, ''].join('\n'));
const results = ['old', 'new'].flatMap((name, arm) =>
  ids.slice(0, arm === 0 ? 240 : 200).map((id, i) => `${id},${name},${(i * 7 + arm * 3) % 5 > 1 ? 1 : 0}`),
);
writeFileSync(join(folder, 'results.csv'), ['task_id,configuration,result', ...results, ''].join('\n'));

/** Each request, and the calls that answer it; a call may take what it needs from the digests before it. */
const requests = [
  ['What is in this pool of tasks?', [['inspect', { paths: ['tasks.csv'] }]]],
  [
    'Give me 60 tasks that represent it',
    [
      ['init', { paths: ['tasks.csv'], sample: 60 }],
      ['select', { plan: 'plan.yaml' }],
    ],
  ],
  [
    'Why is this task in, and that one out?',
    (digests) => {
      const [, id = 't-000'] = /\b(t-\d{3})\b/.exec(digests.find((text) => /t-\d{3}/.test(text)) ?? '') ?? [];
      const other = ids.find((each) => !digests.some((text) => text.includes(each))) ?? 't-001';
      return [['explain', { tasks: [id, other], plan: 'plan.yaml' }]];
    },
  ],
  ['What difference can it detect?', [['assess', { selection: 'selection', question: 'power' }]]],
  ['Give it to my runner as a list of ids', [['export', { selection: 'selection', to: 'ids', out: 'ids' }]]],
  ['What is still missing?', [['status', { selection: 'selection', results: ['results.csv'] }]]],
  ['How good are the two systems?', [['estimate', { selection: 'selection', results: ['results.csv'] }]]],
  ['Is the new one better?', [['compare', { selection: 'selection', a: 'old', b: 'new', results: ['results.csv'] }]]],
  [
    'Task t-003 is broken; take it out',
    [
      [
        'exclude',
        { task: 't-003', plan: 'plan.yaml', reason: 'broken environment', evidence: 'the image does not build' },
      ],
      ['select', { plan: 'plan.yaml' }],
    ],
  ],
  ['Does the committed selection still match its plan?', [['check', { selection: 'selection' }]]],
];

const client = new Client({ name: 'requests', version: '1' });
try {
  const args = [join(root, 'dist', 'winnow.cjs'), 'mcp', '--write', '.'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }));
  const { tools } = await client.listTools();
  const costs = [];
  const digests = [];
  for (const [request, wanted] of requests) {
    const calls = typeof wanted === 'function' ? wanted(digests) : wanted;
    let [given, answered] = [0, 0];
    for (const [name, input] of calls) {
      const { content, isError } = await client.callTool({ name, arguments: input });
      if (isError) throw new Error(`${name}: ${content[0].text}`);
      digests.push(content[0].text);
      given += tokens(input);
      answered += tokens(content);
    }
    costs.push({ calls: calls.length, given, answered });
    console.log(`${request} ${calls.map(([name]) => name).join(', ')}: ${given} tokens, answered in ${answered}`);
  }
  const all = (key) => costs.map((each) => each[key]);
  const range = (key) => `${Math.min(...all(key))} to ${Math.max(...all(key))}`;
  const summary =
    `The list of ${tools.length} tools takes ${tokens(tools)} tokens, once per session. Each of ${costs.length} typical requests, ` +
    `such as "${requests[2][0]}", takes at most ${Math.max(...all('calls'))} calls, with ${range('given')} tokens of arguments ` +
    `and ${range('answered')} tokens of answers (at four characters per token).`;
  console.log(summary);
  const page = join(root, 'docs', 'guides', 'agents.md');
  const place = /(?<=<!-- requests -->\n)[\s\S]*(?=<!-- end of requests -->)/;
  const text = readFileSync(page, 'utf8');
  if (!place.test(text)) throw new Error('docs/guides/agents.md has no place for the figures.');
  writeFileSync(
    page,
    text.replace(place, () => `\n${summary}\n\n`),
  );
} finally {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
}
