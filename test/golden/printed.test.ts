import { expect, it } from 'vitest';
import { expectKept } from '../support/kept-text.js';
import { runWinnow } from '../support/run-winnow.js';

const agents = 'examples/outcomes/swebench-pro-agents.csv';

/** Commands whose whole output is kept, so that every change of a word or a figure is seen in a review. */
const printed: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['inspect', ['inspect', 'examples/review-assistant']],
  ['init', ['init', 'examples/review-assistant', '--dry-run']],
  ['explain', ['explain', 'sgt-012', 'sgt-024', 'sgt-008', '--plan', 'ccb']],
  ['balance', ['assess', 'balance', 'ccb']],
  ['ceiling', ['assess', 'ceiling', 'ccb', '--results', agents]],
  ['fidelity', ['assess', 'fidelity', 'ccb', '--results', agents, '--sizes', '93']],
  ['sensitivity', ['assess', 'sensitivity', 'ccb']],
  ['validity', ['assess', 'validity', 'ccb', '--results', 'examples/outcomes/mcp-paired.csv']],
  ['power', ['assess', 'power', 'ccb']],
  ['designs', ['assess', 'designs', 'ccb']],
  [
    'validity-of-runs',
    [
      'assess',
      'validity',
      'examples/benefit/plan.yaml',
      '-r',
      'examples/benefit/means.csv',
      '--score',
      'mcp_benefit_score',
    ],
  ],
  [
    'compare',
    [
      'compare',
      'examples/benefit/plan.yaml',
      'baseline',
      'mcp',
      '--results',
      'examples/benefit/runs.csv',
      '--by',
      'phase',
    ],
  ],
  ['pilot', ['pilot', 'examples/benefit/plan.yaml', '--budget', '400 runs', '--goal', 'find', '--dry-run']],
];

it.each(printed)('winnow prints the kept text of %s, in plain ASCII but for units and dashes', (name, args) => {
  const { code, stdout, stderr } = runWinnow(args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^[\n -~×–→τ±’“”…≥≤]*$/);
  expectKept(`printed/${name}.txt`, stdout);
});
