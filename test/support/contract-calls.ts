import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot, type Run, runWinnow } from './run-winnow.js';
import { startWinnow } from './start-winnow.js';
import { temporaryFolder } from './temporary-folder.js';

/** A command that prints a document of the contract, with calls of it; all are made in a `workplace`. */
export interface ContractCall {
  readonly command: string;
  readonly works: readonly string[];
  readonly fails: readonly string[];
  /** A call on small inputs, whose document is kept in `test/frozen/` for every form. */
  readonly frozen: readonly string[];
  /** Set while no frozen form has the document. */
  readonly isNew?: true;
}

const example = 'examples/review-assistant/plan.yaml';
const incidents = 'examples/review-assistant/incidents.jsonl';
const paired = 'examples/outcomes/mcp-paired.csv';
const validity = 'validity-runs.csv';
const results = ['sample.yaml', '--results', 'results.csv'];

export const contractCalls: readonly ContractCall[] = [
  {
    command: 'select',
    works: ['select', '--dry-run'],
    fails: ['select', './missing.yaml'],
    frozen: ['select', 'sample.yaml', '--dry-run'],
  },
  {
    command: 'suites',
    works: ['suites'],
    fails: ['suites', '--tier', '5'],
    frozen: ['suites'],
    isNew: true,
  },
  {
    command: 'inspect',
    works: ['inspect', incidents],
    fails: ['inspect', 'missing'],
    frozen: ['inspect', incidents],
  },
  {
    command: 'init',
    works: ['init', incidents, '--out', 'new.yaml'],
    fails: ['init', 'missing'],
    frozen: ['init', 'examples/review-assistant', '--out', 'new.yaml'],
  },
  {
    command: 'exclude',
    works: ['exclude', 'sgt-001', '--plan', 'plan.yaml', '--reason', 'leaked', '--dry-run'],
    fails: ['exclude', 'sgt-777', '--plan', 'plan.yaml', '--reason', 'leaked'],
    frozen: ['exclude', 'sgt-001', '--plan', 'plan.yaml', '--reason', 'leaked', '--dry-run'],
  },
  {
    command: 'exclude --from',
    works: ['exclude', '--plan', 'plan.yaml', '--from', validity],
    fails: ['exclude', '--plan', 'plan.yaml', '--from', paired],
    frozen: ['exclude', '--plan', 'plan.yaml', '--from', validity],
    isNew: true,
  },
  {
    command: 'exclude --audit',
    works: ['exclude', '--plan', 'plan.yaml', '--audit'],
    fails: ['exclude', '--plan', 'plan.yaml', '--audit', '--checks', 'none'],
    frozen: ['exclude', '--plan', 'plan.yaml', '--audit'],
    isNew: true,
  },
  {
    command: 'explain',
    works: ['explain', 'sgt-001'],
    fails: ['explain', 'no-such-task'],
    frozen: ['explain', 'incident-01', 'incident-02', 'pr-001', 'pr-002', 'pr-007', '--plan', example],
  },
  {
    command: 'check',
    works: ['check', 'selection'],
    fails: ['check', 'missing'],
    frozen: ['check', 'edited', '--plan', 'plan.yaml'],
  },
  {
    command: 'diff',
    works: ['diff', 'ccb', './plan.yaml'],
    fails: ['diff', 'ccb', './missing.yaml'],
    frozen: ['diff', 'sample.yaml', example],
  },
  {
    command: 'migrate',
    works: ['migrate', 'selection', '--dry-run'],
    fails: ['migrate', 'missing'],
    frozen: ['migrate', 'selection', '--dry-run'],
    isNew: true,
  },
  {
    command: 'refresh',
    works: ['refresh', 'selection', '--results', validity],
    fails: ['refresh', 'missing'],
    frozen: ['refresh', 'selection', '--results', validity],
    isNew: true,
  },
  {
    command: 'assess',
    works: ['assess', 'ccb'],
    fails: ['assess', './missing.yaml'],
    frozen: ['assess', 'sample.yaml'],
  },
  {
    command: 'assess balance',
    works: ['assess', 'balance', '--draws', '5'],
    fails: ['assess', 'balance', '--draws', '0'],
    frozen: ['assess', 'balance', 'sample.yaml', '--draws', '5'],
  },
  {
    command: 'assess power',
    works: ['assess', 'power'],
    fails: ['assess', 'power', '--difference', '15'],
    frozen: ['assess', 'power', ...results, '--difference', '0.2', '--task-cost', '5', '--run-cost', '1'],
  },
  {
    command: 'assess designs',
    works: ['assess', 'designs'],
    fails: ['assess', 'designs', './missing.yaml'],
    frozen: ['assess', 'designs', 'learned.yaml'],
    isNew: true,
  },
  {
    command: 'assess forecast',
    works: ['assess', 'forecast', 'learned.yaml'],
    fails: ['assess', 'forecast', '--sizes', '0'],
    frozen: ['assess', 'forecast', 'learned.yaml'],
    isNew: true,
  },
  {
    command: 'assess fidelity',
    works: ['assess', 'fidelity', '--results', 'examples/outcomes/swebench-pro-agents.csv'],
    fails: ['assess', 'fidelity', '--draws', '0'],
    frozen: ['assess', 'fidelity', ...results, '--draws', '100'],
  },
  {
    command: 'assess validity',
    works: ['assess', 'validity', '--results', paired],
    fails: ['assess', 'validity'],
    frozen: ['assess', 'validity', ...results, '--baseline', 'plain'],
  },
  {
    command: 'assess ceiling',
    works: ['assess', 'ceiling', '--results', paired],
    fails: ['assess', 'ceiling'],
    frozen: ['assess', 'ceiling', ...results],
  },
  {
    command: 'assess misfit',
    works: ['assess', 'misfit', '--results', paired],
    fails: ['assess', 'misfit'],
    frozen: ['assess', 'misfit', ...results],
    isNew: true,
  },
  {
    command: 'assess sensitivity',
    works: ['assess', 'sensitivity', '--draws', '5'],
    fails: ['assess', 'sensitivity', '--draws', '0'],
    frozen: ['assess', 'sensitivity', example, '--draws', '5'],
  },
  {
    command: 'assess frontier',
    works: ['assess', 'frontier', 'examples/optimise/plan.yaml', '--points', '3'],
    fails: ['assess', 'frontier', '--points', '2'],
    frozen: ['assess', 'frontier', example],
    isNew: true,
  },
  {
    command: 'assess contamination',
    works: ['assess', 'contamination', '--cutoff', '2025-06-01'],
    fails: ['assess', 'contamination', '--cutoff', 'June'],
    frozen: ['assess', 'contamination', '--cutoff', '2025-06-01'],
    isNew: true,
  },
  {
    command: 'estimate',
    works: ['estimate', 'ccb', paired, '--baseline', 'baseline'],
    fails: ['estimate', 'ccb', 'missing.csv'],
    frozen: ['estimate', 'sample.yaml', 'results.csv', '--baseline', 'plain', '--by', 'phase'],
  },
  {
    command: 'estimate --uplift',
    works: ['estimate', 'ccb', paired, '--uplift', 'with=sourcegraph_full,without=baseline'],
    fails: ['estimate', 'ccb', paired, '--uplift', 'with=nobody,without=baseline'],
    frozen: ['estimate', 'sample.yaml', 'results.csv', '--uplift', 'with=tools,without=plain'],
    isNew: true,
  },
  {
    command: 'compare',
    works: ['compare', 'ccb', 'baseline', 'sourcegraph_full', '--results', paired],
    fails: ['compare', 'ccb', 'baseline', 'nobody', '--results', paired],
    frozen: ['compare', 'sample.yaml', 'plain', 'tools', '--results', 'results.csv'],
    isNew: true,
  },
  {
    command: 'next',
    works: ['next', 'examples/looks/plan.yaml', '--looks', 'looks.json'],
    fails: ['next', 'examples/looks/plan.yaml'],
    frozen: ['next', 'examples/looks/plan.yaml', '--looks', 'looks.json'],
    isNew: true,
  },
  {
    command: 'pilot',
    works: ['pilot', 'ccb', '--budget', '200 runs', '--dry-run'],
    fails: ['pilot', 'ccb', '--budget', '3 runs', '--dry-run'],
    frozen: ['pilot', 'sample.yaml', '--budget', '20 runs', '--dry-run'],
    isNew: true,
  },
  {
    command: 'export',
    works: ['export', 'selection', '--to', 'ids', '--out', 'exported'],
    fails: ['export', 'selection', '--to', 'nobody', '--out', 'exported'],
    frozen: [
      'export',
      'selection',
      '--to',
      'harbor',
      '--benchmark',
      'ccb_tac',
      '--out',
      'exported',
      '--path',
      'pool',
      '--no-check',
    ],
  },
  {
    command: 'export --to',
    works: ['export', 'selection', '--to', 'ids,csv', '--out', 'several'],
    fails: ['export', 'selection', '--to', 'ids,nobody', '--out', 'several'],
    frozen: ['export', 'selection', '--to', 'ids,csv', '--out', 'several'],
    isNew: true,
  },
  {
    command: 'status',
    works: ['status', 'ccb', paired],
    fails: ['status', 'ccb', 'missing.csv'],
    frozen: [
      ...['status', 'sample.yaml', 'results.csv', '--repeats', '3', '--configuration', 'tools', '--budget', '5'],
      ...['--missing', '--to', 'csv', '--out', 'rest'],
    ],
  },
  { command: 'view', works: ['view'], fails: ['view', './missing.yaml'], frozen: ['view', 'sample.yaml'] },
  {
    command: 'report',
    works: ['report', '--html', 'page.html'],
    fails: ['report', './missing.yaml', '--html', 'page.html'],
    frozen: ['report', 'sample.yaml', '--html', 'page.html'],
  },
  {
    command: 'pool',
    works: ['pool', 'ccb', '--out', 'tasks.csv'],
    fails: ['pool', 'ccb', '--out', 'tasks.txt'],
    frozen: ['pool', 'sample.yaml', '--out', 'tasks.jsonl'],
    isNew: true,
  },
];

/** A call that cannot work, whose faults have all that a fault can have. */
export const failingCall = ['select', 'broken.yaml', '--dry-run'];

/** The command that runs on until it is stopped, after it has printed its document. */
const runsOn = 'view';

/** Makes a call that prints a document; one that runs on is stopped as soon as it has. */
export async function callWinnow(args: readonly string[], cwd: string): Promise<Run> {
  if (args[0] === runsOn) return (await startWinnow(args, cwd)).stop();
  return runWinnow([...args, '--json'], { cwd });
}

/**
 * A folder with the examples, a copy of the shipped plan, a small sample with results, a fresh selection, and one that was
 * edited.
 */
export function workplace(): string {
  const folder = temporaryFolder();
  made ??= makeWorkplace();
  cpSync(made, folder, { recursive: true });
  return folder;
}

/** Made once for all tests of a file. */
let made: string | undefined;

function makeWorkplace(): string {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(projectRoot, 'examples'), join(folder, 'examples'), { recursive: true });
  cpSync(join(projectRoot, 'test/frozen/inputs'), folder, { recursive: true });
  cpSync(join(projectRoot, 'plans/ccb.yaml'), join(folder, 'plan.yaml'));
  const { code, stderr } = runWinnow(['select', '-q'], { cwd: folder });
  if (code !== 0) throw new Error(stderr);
  cpSync(join(folder, 'selection'), join(folder, 'edited'), { recursive: true });
  const manifest = readFileSync(join(folder, 'edited/selection.json'), 'utf8');
  writeFileSync(
    join(folder, 'edited/selection.json'),
    manifest.replace(/"total_selected": \d+/, '"total_selected": 1').replace(/winnow-bench [\d.]+/, 'winnow-bench 0.0'),
  );
  return folder;
}
