// Ways of breaking an export, by runner: the check that lies in it must fail on each. The hashes in provenance.json are
// written anew, so that it is the runner that tells, and not the hash.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const nothing = 'no-such-task';

const inLines = (file) => [
  { name: 'a missing task', file, change: (text) => text.slice(text.indexOf('\n') + 1) },
  { name: 'an unknown name', file, change: (text) => text.replace(/^.*\n/, `${nothing}\n`) },
];

const inList = (file, listOf, nameless) => {
  const changed = (change) => (text) => {
    // JSON is YAML, but for some escapes.
    const data = parse(text);
    change(listOf(data));
    return JSON.stringify(data);
  };
  return [
    { name: 'a missing task', file, change: changed((list) => list.shift()) },
    { name: 'an unknown name', file, change: changed((list) => list.splice(0, 1, nameless(list[0]))) },
  ];
};

const inRows = (file) => [
  { name: 'a missing task', file, change: (text) => text.slice(text.indexOf('\n') + 1) },
  {
    name: 'an unknown name',
    file,
    change: (text) =>
      text.replace(/^.*\n/, (line) => `${JSON.stringify({ ...JSON.parse(line), instance_id: nothing })}\n`),
  },
];

const inFilter = [
  { name: 'a missing task', file: 'filter.txt', change: (text) => text.replace(/\(\?:[^|]*\|/, '(?:') },
  { name: 'an unknown name', file: 'filter.txt', change: () => `^(?:${nothing})\\Z\n` },
];

/** The names as the ids are. */
const bothLists = (text) => {
  const data = JSON.parse(text);
  data.select.include.names = data.select.include.ids;
  return JSON.stringify(data);
};

/** Of an export whose ids stand in the command alone. */
const inProvenance = [
  {
    name: 'an unknown name',
    file: 'provenance.json',
    change: (text) => {
      const data = JSON.parse(text);
      data.tasks[0].exported_as = nothing;
      return JSON.stringify(data);
    },
  },
];

const byRunner = {
  harbor: [
    ...inList(
      'job.json',
      ({ tasks }) => tasks,
      (task) => ({ ...task, path: `tasks/${nothing}` }),
    ),
    { name: 'an invalid task.toml', task: 'x-1/task.toml', change: () => 'garbage [' },
    { name: 'a task without a name in [task]', task: 'x-1/task.toml', change: () => '[task]\nid = "x-1"\n' },
    { name: 'a changed task', task: 'x-1/instruction.md', change: () => 'Do another thing.\n' },
  ],
  'swe-bench': inRows('dataset.jsonl'),
  'swe-bench-pro': inRows('samples.jsonl'),
  'mini-swe-agent': inFilter,
  'swe-agent': inList(
    'instances.json',
    (list) => list,
    (instance) => ({ ...instance, instance_id: nothing }),
  ),
  inspect: [
    ...inList(
      'run.json',
      (data) => data.eval_config.sample_id,
      () => nothing,
    ),
    ...inList(
      'eval_set.json',
      (data) => data.sample_id,
      () => `the_task:${nothing}`,
    ),
  ],
  openhands: inLines('select.txt'),
  'terminal-bench': [
    ...inList(
      'dataset.yaml',
      (data) => data.task_ids,
      () => nothing,
    ),
    { name: 'a task.yaml without a difficulty', task: 'x-1/task.yaml', change: () => 'instruction: do it\n' },
    { name: 'an invalid task.yaml', task: 'x-1/task.yaml', change: () => '- [' },
  ],
  'multi-swe-bench': [
    { name: 'a missing task', file: 'dataset.jsonl', change: (text) => text.slice(text.indexOf('\n') + 1) },
    {
      name: 'a repository without an image',
      file: 'dataset.jsonl',
      change: (text) => text.replace('"repo":"cli"', '"repo":"nothing"'),
    },
  ],
  verifiers: inList(
    'eval.json',
    (data) => data.select.include.ids,
    () => nothing,
  ).map((way) => ({ ...way, change: (text) => bothLists(way.change(text)) })),
  'hugging-face': inProvenance,
};

/** The ways of breaking an export, as far as its files allow them. */
export function breaksOf(to, files) {
  const ways = (byRunner[to] ?? []).filter(({ file }) => file === undefined || files.includes(file));
  return ways.length > 0 ? ways : to === 'swe-bench' ? inProvenance : [];
}

/** Breaks an export, or a task that it names; gives what puts it right again. */
export function breakExport({ file, task, change }, out, tasks) {
  const path = task === undefined ? join(out, file) : join(tasks, task);
  const provenance = join(out, 'provenance.json');
  const before = [path, provenance].map((each) => [each, readFileSync(each, 'utf8')]);
  const text = change(before[0][1]);
  if (text === before[0][1]) throw new Error(`${path} is as it was`);
  writeFileSync(path, text);
  if (task === undefined && file !== 'provenance.json') {
    const data = JSON.parse(before[1][1]);
    data.files[file] = createHash('sha256').update(text).digest('hex');
    writeFileSync(provenance, JSON.stringify(data));
  }
  return () => {
    for (const [each, old] of before.toReversed()) writeFileSync(each, old);
  };
}
