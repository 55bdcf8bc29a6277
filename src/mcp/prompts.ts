import type { GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';

/** A job that people ask an agent for, as a prompt that names the tools in their order. */
interface Job extends Prompt {
  readonly name: string;
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const argument = (name: string, description: string, required: boolean) => ({ name, description, required });

const jobs: readonly Job[] = [
  {
    name: 'select-tasks',
    title: 'Select tasks worth running',
    description: 'Turn a folder or table of tasks into a selection, and export it to a runner',
    arguments: [
      argument('tasks', 'a folder or file of tasks', true),
      argument('take', 'the number of tasks to select', true),
      argument('runner', 'the runner, such as harbor or swe-bench', false),
    ],
    text: ({ tasks = '', take = '', runner }) =>
      `Select ${take} tasks from ${tasks} that represent all of them.
1. Call inspect with paths ["${tasks}"], and tell me what the pool contains and what is wrong with it.
2. Call init with the same paths and sample ${take}. Ask me only about the open questions in its digest.
3. Call select with the plan, first with dryRun, then without.
4. Call assess with the selection, and tell me the smallest difference between two systems that it can detect.
${runner === undefined ? '5. Ask me which runner to export to, then call export.' : `5. Call export to ${runner}, and give me the command that it prints.`}`,
  },
  {
    name: 'estimate-results',
    title: 'Estimate systems from their results',
    description: 'Find out what results on the selected tasks prove about the whole pool',
    arguments: [
      argument('selection', 'the selection', true),
      argument('results', 'files or folders of results, separated by spaces', true),
    ],
    text: ({ selection = '', results = '' }) =>
      `Tell me what these results prove.
1. Call status with selection ${selection} and results ${listOf(results)}. If runs are missing or errored, tell me how many and why before you continue.
2. Call estimate with the same arguments. Give each system's level with its interval, and every warning.
3. If there are two systems, call compare. State the difference with its interval, and say plainly if it could be chance.
Do not quote a figure without its interval, and do not claim anything about the pool if the digest says that it describes only the selected tasks.`,
  },
  {
    name: 'check-selection',
    title: 'Check a selection and explain a task',
    description: 'Check that a selection still matches its plan and pool, and explain why a task was selected or not',
    arguments: [argument('selection', 'the selection', true), argument('task', 'a task to explain', false)],
    text: ({ selection = '', task }) =>
      `Check the selection ${selection}.
1. Call check with it. If something differs, list each difference with its reason.
2. If the plan or the pool changed, call diff with the selection and the plan, and tell me which tasks would be added and removed.
3. ${task === undefined ? 'Ask me whether to explain a task.' : `Call explain with tasks ["${task}"], and tell me why it was selected or not, and the smallest change that would reverse the decision.`}`,
  },
];

export const prompts: readonly Prompt[] = jobs.map(({ text: _, ...prompt }) => prompt);

/** The text of a prompt with its arguments filled in; otherwise the problem, as a sentence. */
export function promptText(name: string, given: Readonly<Record<string, string>> = {}): GetPromptResult | string {
  const job = jobs.find((each) => each.name === name);
  if (job === undefined) return `There is no prompt "${name}". Known: ${jobs.map((each) => each.name).join(', ')}.`;
  const missing = (job.arguments ?? []).filter((each) => each.required === true && given[each.name] === undefined);
  if (missing.length > 0) return `${name} needs ${missing.map((each) => each.name).join(' and ')}.`;
  return {
    description: job.description,
    messages: [{ role: 'user', content: { type: 'text', text: job.text(given) } }],
  };
}

function listOf(words: string): string {
  return JSON.stringify(words.split(/\s+/).filter(Boolean));
}
