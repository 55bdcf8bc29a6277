// Every real program that an export is tried with: the package and version, and for each way of using the export the
// options of `winnow export` and the driver that runs the program's own code on it. Under `writes`, the results that the
// program writes, each with its driver and the format that Winnow must know it by.
const rows = ['--dataset', 'rows.jsonl'];
const commit = '0123456789abcdef0123456789abcdef01234567';
const pinned = ['--path', 'tasks', '--git-url', 'https://example.org/tasks.git', '--commit', commit];

export const peers = [
  {
    package: 'swebench',
    version: '5.0.2',
    python: 10,
    uses: [
      { name: 'filtered data set', to: 'swe-bench', driver: 'swebench5', options: [...rows, '--runner-version', '5'] },
      {
        name: 'ids in the command',
        to: 'swe-bench',
        driver: 'swebench5',
        options: ['--dataset-name', 'rows.jsonl', '--runner-version', '5'],
      },
      {
        name: 'filtered predictions',
        to: 'swe-bench',
        driver: 'swebench5',
        options: [...rows, '--predictions', 'predictions.json', '--runner-version', '5'],
      },
    ],
  },
  {
    package: 'swebench',
    version: '4.1.0',
    python: 10,
    uses: [
      { name: 'filtered data set', to: 'swe-bench', driver: 'swebench4', options: [...rows, '--runner-version', '4'] },
      {
        name: 'ids in the command',
        to: 'swe-bench',
        driver: 'swebench4',
        options: ['--dataset-name', 'rows.jsonl', '--runner-version', '4'],
      },
      {
        name: 'filtered predictions',
        to: 'swe-bench',
        driver: 'swebench4',
        options: [...rows, '--predictions', 'predictions.json', '--runner-version', '4'],
      },
    ],
    writes: [{ name: 'run report', driver: 'swebench_report', format: 'swe-bench-report' }],
  },
  {
    package: 'inspect-ai',
    version: '0.3.285',
    python: 10,
    uses: [
      {
        name: 'run configuration',
        to: 'inspect',
        driver: 'inspect_eval',
        options: ['--task', 'the_task.py', '--model', 'mockllm/model'],
      },
      {
        name: '--sample-id',
        to: 'inspect',
        driver: 'inspect_eval',
        command: 1,
        without: ['d,e'],
        options: ['--task', 'the_task.py', '--model', 'mockllm/model'],
      },
    ],
    writes: [{ name: 'log', driver: 'inspect_log', format: 'inspect-eval' }],
  },
  {
    package: 'swesmith',
    version: '0.0.9',
    // What it evaluates with, which its package does not ask for.
    also: ['swebench==4.1.0'],
    python: 10,
    uses: [],
    writes: [{ name: 'run', driver: 'swesmith_run', format: 'swe-smith-instance' }],
  },
  {
    package: 'every-eval-ever',
    version: '0.3.0',
    python: 12,
    uses: [],
    writes: [{ name: 'samples', driver: 'every_eval_ever_samples', format: 'every-eval-ever' }],
  },
  {
    package: 'mini-swe-agent',
    version: '2.4.6',
    python: 10,
    uses: [
      {
        name: '--filter',
        to: 'mini-swe-agent',
        driver: 'mini_swe_agent',
        options: ['--dataset-name', './hf', '--model', 'none'],
      },
    ],
  },
  {
    package: 'harbor',
    version: '0.24.0',
    python: 12,
    uses: [
      { name: 'job', to: 'harbor', driver: 'harbor_job', options: ['--path', 'tasks', '--agent', 'oracle'] },
      {
        name: 'registry',
        to: 'harbor',
        driver: 'harbor_registry',
        command: 1,
        options: [...pinned, '--agent', 'oracle'],
      },
    ],
    writes: [{ name: 'trials', driver: 'harbor_results', format: 'harbor-trial' }],
  },
  {
    package: 'harbor',
    version: '0.1.20',
    python: 13,
    uses: [
      {
        name: 'job',
        to: 'harbor',
        driver: 'harbor_job',
        options: ['--path', 'tasks', '--agent', 'oracle', '--runner-version', '0.1.20'],
      },
      {
        name: 'registry',
        to: 'harbor',
        driver: 'harbor_registry',
        command: 1,
        options: [...pinned, '--agent', 'oracle', '--runner-version', '0.1.20'],
      },
    ],
  },
  {
    package: 'terminal-bench',
    version: '0.2.18',
    python: 12,
    uses: [
      {
        name: 'data set file',
        to: 'terminal-bench',
        driver: 'tb_run',
        options: ['--path', 'tasks', '--agent', 'oracle', '--model', 'none'],
      },
      {
        name: '--task-id',
        to: 'terminal-bench',
        driver: 'tb_run',
        command: 1,
        options: ['--path', 'tasks', '--agent', 'oracle', '--model', 'none'],
      },
    ],
    writes: [{ name: 'run', driver: 'tb_results', format: 'terminal-bench' }],
  },
];
