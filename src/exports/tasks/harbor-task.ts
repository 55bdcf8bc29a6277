import { isRecord, part, type UnknownRecord } from '../../core/model/record.js';
import type { TaskFolder } from './export-task.js';

/** Why Harbor would not load a task, and whether adding a name to a copy of it would fix that. */
export interface Refusal {
  readonly reason: string;
  readonly isName: boolean;
}

/** Why Harbor 0.24 would refuse a task, by the rules of its `TaskConfig` and `Task`. The check script covers deeper parts. */
export function harborRefusals(folder: TaskFolder): readonly Refusal[] {
  const refuse = (reason: string): Refusal => ({ reason, isName: false });
  if (folder.problem !== undefined) return [refuse(folder.problem)];
  if (folder.configText === undefined) return [refuse('task.toml cannot be read')];
  const parsed = folder.parse(folder.configText);
  if ('problem' in parsed) return [refuse(`task.toml: ${parsed.problem}`)];
  const config = isRecord(parsed.data) ? parsed.data : {};
  return [
    ...nameRefusals(config['task']),
    ...Object.entries(kinds).flatMap(([path, kind]) => {
      const value = valueAt(config, path);
      return value === undefined || kind.holds(value) ? [] : [refuse(`${path} is not ${kind.expected}`)];
    }),
    ...networkRefusals(config).map(refuse),
    ...fileRefusals(config, folder).map(refuse),
  ];
}

/** Harbor's form of a package name: an owner and a name. */
export function isPackageName(name: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9._-]*\/[a-zA-Z0-9][a-zA-Z0-9._-]*$/.test(name) && !name.includes('..');
}

function nameRefusals(task: unknown): readonly Refusal[] {
  if (!isRecord(task)) return [];
  const { name } = task;
  if (name === undefined) return [{ reason: '[task] has no name', isName: true }];
  if (typeof name === 'string' && isPackageName(name)) return [];
  return [{ reason: 'the name in [task] is not in the form owner/name', isName: true }];
}

interface Kind {
  readonly expected: string;
  holds(value: unknown): boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown) =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || isNumeral(value);
const isNumeral = (value: unknown) => isText(value) && value.trim() !== '' && Number.isFinite(Number(value));
const isWhole = (value: unknown) =>
  typeof value === 'bigint' || typeof value === 'boolean' || (isNumber(value) && Number.isInteger(Number(value)));
const isListOf = (holds: (item: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(holds);

const text: Kind = { expected: 'a string', holds: isText };
const number: Kind = { expected: 'a number', holds: isNumber };
const whole: Kind = { expected: 'a whole number', holds: isWhole };
const flag: Kind = {
  expected: 'true or false',
  holds: (value) => typeof value === 'boolean' || value === 0 || value === 1 || isText(value),
};
const table: Kind = { expected: 'a table', holds: isRecord };
const texts: Kind = { expected: 'a list of strings', holds: isListOf(isText) };
const list: Kind = { expected: 'a list', holds: Array.isArray };
const tables: Kind = { expected: 'a list of tables', holds: isListOf(isRecord) };
const variables: Kind = {
  expected: 'a table of strings',
  holds: (value) => isRecord(value) && Object.values(value).every(isText),
};
const user: Kind = { expected: 'a name or a number', holds: (value) => isText(value) || isWhole(value) };
const size: Kind = {
  expected: 'a size such as "8G"',
  holds: (value) => !isText(value) || /^\s*[0-9.eE+-]+[gGmMkK]\s*$/.test(value),
};
const network: Kind = oneOf(['no-network', 'public', 'allowlist']);

function oneOf(words: readonly string[]): Kind {
  return { expected: `one of ${words.join(', ')}`, holds: (value) => isText(value) && words.includes(value) };
}

const phase = (name: string): Readonly<Record<string, Kind>> => ({
  [name]: table,
  [`${name}.timeout_sec`]: number,
  [`${name}.user`]: user,
  [`${name}.network_mode`]: network,
  [`${name}.allowed_hosts`]: texts,
});

/** The values that Harbor expects for every key it reads in the first two levels. */
const kinds: Readonly<Record<string, Kind>> = {
  schema_version: text,
  version: text,
  source: text,
  task: table,
  'task.version': { expected: 'a non-empty string', holds: (value) => isText(value) && value !== '' },
  'task.description': text,
  'task.keywords': texts,
  'task.authors': {
    expected: 'a list of tables with a name',
    holds: isListOf((item) => isRecord(item) && isText(item['name'])),
  },
  metadata: table,
  solution: table,
  'solution.env': variables,
  ...phase('agent'),
  ...phase('verifier'),
  'verifier.env': variables,
  'verifier.environment_mode': oneOf(['shared', 'separate']),
  'verifier.environment': table,
  'verifier.collect': tables,
  environment: table,
  'environment.build_timeout_sec': number,
  'environment.docker_image': text,
  'environment.os': {
    expected: 'linux or windows',
    holds: (value) => isText(value) && ['linux', 'windows'].includes(value.toLowerCase()),
  },
  'environment.cpus': whole,
  'environment.memory_mb': whole,
  'environment.storage_mb': whole,
  'environment.gpus': whole,
  'environment.gpu_types': texts,
  'environment.memory': size,
  'environment.storage': size,
  'environment.tpu': table,
  'environment.mcp_servers': tables,
  'environment.env': variables,
  'environment.skills_dir': text,
  'environment.healthcheck': table,
  'environment.workdir': text,
  'environment.allow_internet': flag,
  'environment.network_mode': network,
  'environment.allowed_hosts': texts,
  multi_step_reward_strategy: oneOf(['mean', 'final']),
  steps: tables,
  artifacts: list,
};

const valueAt = (config: UnknownRecord, path: string) => part(config, ...path.split('.'));

function networkRefusals(config: UnknownRecord): string[] {
  return ['agent', 'verifier', 'environment'].flatMap((name) => {
    const hosts = valueAt(config, `${name}.allowed_hosts`);
    const mode = valueAt(config, `${name}.network_mode`);
    // An empty list is accepted beside a mode; without a mode, only if there is a default.
    const isFree = hosts === undefined || mode === 'allowlist';
    const isEmpty = Array.isArray(hosts) && hosts.length === 0 && (mode !== undefined || name === 'environment');
    return isFree || isEmpty ? [] : [`${name}.allowed_hosts needs network_mode = "allowlist"`];
  });
}

function fileRefusals(config: UnknownRecord, folder: TaskFolder): string[] {
  const { steps } = config;
  if (Array.isArray(steps) && steps.length > 0) return [];
  if (!folder.has('instruction.md')) return ['instruction.md is missing'];
  // A verifier in its own environment may include its tests.
  const isSeparate =
    valueAt(config, 'verifier.environment_mode') === 'separate' || isRecord(valueAt(config, 'verifier.environment'));
  const os = valueAt(config, 'environment.os');
  const script = isText(os) && os.toLowerCase() === 'windows' ? 'tests/test.bat' : 'tests/test.sh';
  return isSeparate || folder.has(script) ? [] : [`${script} is missing`];
}
