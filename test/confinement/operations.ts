import { questions } from '../../src/core/assess/questions.js';
import { runnerNames } from '../../src/exports/runners/runners.js';
import { type Below, pick } from './hostile-folder.js';

/** A way to call a command: whether it only reads, and its arguments, given what chooses a path of a kind. */
export interface Operation {
  readonly name: string;
  readonly reads: boolean;
  args(path: (usual: string) => string, below: Below): readonly string[];
}

const pools = ['tasks', 'pool.jsonl', 'pool.csv', 'pool.parquet', '.'];
const results = ['results.csv', 'jobs', 'jobs/job', '.'];
const reading = (name: string, args: Operation['args']): Operation => ({ name, reads: true, args });
const writing = (name: string, args: Operation['args']): Operation => ({ name, reads: false, args });

/** Every command there is, but for `mcp`, which runs these. */
export const operations: readonly Operation[] = [
  reading('here', () => []),
  reading('inspect', (path, below) => ['inspect', path(pick(below, pools)), path(pick(below, pools))]),
  reading('init --dry-run', (path, below) => ['init', path(pick(below, pools)), '--dry-run']),
  reading('select --dry-run', (path) => ['select', path('plan.yaml'), '--dry-run']),
  reading('select --dry-run, a plan that is found', () => ['select', '--dry-run']),
  reading('explain', (path) => ['explain', 'alpha', '--plan', path('plan.yaml')]),
  reading('exclude --dry-run', (path) => [
    'exclude',
    'alpha',
    '--plan',
    path('plan.yaml'),
    '--reason',
    'x',
    '--dry-run',
  ]),
  reading('exclude --from', (path) => ['exclude', '--plan', path('plan.yaml'), '--from', path('results.csv')]),
  reading('check', (path) => ['check', path('selection')]),
  reading('diff', (path) => ['diff', path('selection'), path('plan.yaml')]),
  reading('refresh', (path, below) => ['refresh', path('selection'), '--results', path(pick(below, results))]),
  ...[undefined, ...questions.map(({ name }) => name)].map((question) =>
    reading(`assess ${question ?? ''}`, (path, below) => [
      'assess',
      ...(question === undefined ? [] : [question]),
      path(pick(below, ['selection', 'plan.yaml'])),
      ...(below(2) === 0 ? ['--results', path(pick(below, results))] : []),
    ]),
  ),
  reading('view', (path, below) => [
    'view',
    path('plan.yaml'),
    '--no-open',
    ...(below(2) === 0 ? ['--results', path(pick(below, results))] : []),
  ]),
  writing('pilot', (path) => ['pilot', path('plan.yaml'), '--budget', '20 runs']),
  reading('status', (path, below) => ['status', path('selection'), path(pick(below, results))]),
  reading('estimate', (path, below) => ['estimate', path('selection'), path(pick(below, results))]),
  writing('init', (path, below) => ['init', path(pick(below, pools)), '--out', path('new.yaml'), '--force']),
  writing('select', (path) => ['select', path('plan.yaml'), '--out', path('selection')]),
  writing('exclude', (path) => ['exclude', 'alpha', '--plan', path('plan.yaml'), '--reason', 'x']),
  writing('check --fix', (path) => ['check', path('selection'), '--fix']),
  writing('refresh --write', (path) => ['refresh', path('selection'), '--write']),
  writing('report', (path) => ['report', path('plan.yaml'), '--html', path('page.html')]),
  writing('pool', (path, below) => [
    'pool',
    path('plan.yaml'),
    '--out',
    path(pick(below, ['new.parquet', 'new.jsonl', 'new.csv'])),
  ]),
  writing('status --missing', (path) => [
    'status',
    path('selection'),
    path('results.csv'),
    '--missing',
    path('missing'),
  ]),
  writing('assess --pictures', (path) => ['assess', 'balance', path('selection'), '--pictures', path('pictures')]),
  writing('export', (path, below) => [
    'export',
    path('selection'),
    '--to',
    pick(below, runnerNames),
    '--out',
    path(pick(below, ['exported', 'new'])),
    ...pick(below, [[], ['--path', path('tasks')], ['--dataset', path('pool.jsonl')], ['--no-check']]),
  ]),
  writing('export --copy-as', (path) => [
    'export',
    path('selection'),
    '--to',
    'harbor',
    '--copy-as',
    'me',
    '--out',
    path('copies'),
  ]),
];
