import type { Fault } from '../../core/model/fault.js';
import { asciiJson } from '../escape/ascii-json.js';
import type { Word } from '../escape/shell-word.js';
import type { ExportTask, LeftOut, PlacedTask, Placement } from '../tasks/export-task.js';
import { lastPart } from '../tasks/folder-path.js';
import { placeByFolder } from '../tasks/place-by-folder.js';
import { shownName, shownNames } from '../tasks/shown-names.js';
import type { ExportFile, RunCommand, Runner, RunnerInput, RunnerSettings } from './runner.js';

/** Harbor: a job with an explicit list of tasks, which no glob can widen, and a registry of just these tasks at a commit. */
export const harbor: Runner = {
  name: 'harbor',
  title: 'Harbor',
  versions: [
    { name: '0.2', covers: (major, minor) => major === 0 && minor <= 2 },
    { name: '0.3', covers: (major, minor) => major === 0 && minor >= 3 },
  ],
  reads: ['runnerVersion', 'path', 'gitUrl', 'commit', 'form', 'ref', 'agent', 'model'],
  takesOneDataset: false,
  place(tasks, input): Placement {
    const { form, path, gitUrl, ref } = input.settings;
    if (form === 'package') {
      return input.version === '0.2' ? { placed: [], leftOut: [], faults: [noPackages] } : placeByPackage(tasks);
    }
    if (ref !== undefined) return { placed: [], leftOut: [], faults: [refNeedsPackage] };
    // In a repository, paths are relative to its top.
    const root = gitUrl === undefined ? path : (path ?? '.');
    return placeByFolder(tasks, root, 'task.toml', path === undefined ? undefined : input.markersIn);
  },
  identityOf: ({ name }) => lastPart(name),
  write(tasks, input) {
    const { settings, runId, repeat, version, folder } = input;
    const { gitUrl, commit, form } = settings;
    const faults = [...registryFaults(tasks, settings), ...homeFaults(tasks, settings.form)];
    const job = {
      job_name: runId,
      jobs_dir: 'jobs',
      n_attempts: repeat,
      ...(settings.agent === undefined ? {} : { agents: [agentOf(settings.agent, settings.model)] }),
      tasks: tasks.map(({ name }) => {
        if (form === 'package') return { name, ...(settings.ref === undefined ? {} : { ref: settings.ref }) };
        return gitUrl === undefined ? { path: name } : { git_url: gitUrl, git_commit_id: commit, path: name };
      }),
    };
    const files: ExportFile[] = [
      { name: 'job.json', content: `${asciiJson(job, 2)}\n`, about: 'the job: every task by name, no patterns' },
    ];
    if (gitUrl !== undefined && form !== 'package') {
      const content = registryText(tasks, settings, runId);
      files.push({ name: 'registry.json', content, about: `a registry of just these tasks, each at commit ${commit}` });
    }
    return {
      files,
      commands: commandsOf(input, files.length > 1),
      notes: [
        ...(settings.agent === undefined
          ? ['AGENT and MODEL in the command stand for what is to be run (--agent, --model).']
          : []),
        ...(gitUrl === undefined && form !== 'package'
          ? [
              `The paths in job.json are relative to the folder it is run in${folder === '.' ? '' : `, not to ${folder}`}. With --git-url and --commit the tasks are pinned, in a registry too.`,
            ]
          : []),
        ...(form === 'package' && settings.ref === undefined
          ? ['Without --ref Harbor takes the latest revision of each package.']
          : []),
        version === '0.2'
          ? 'In this version -t takes the names of tasks as patterns; the job needs none.'
          : 'Do not add -t: since 0.3 it names one task of the registry, before it was a pattern. -n is the number of trials at once, -k of attempts.',
      ],
      faults,
    };
  },
};

function agentOf(name: string, model: string | undefined) {
  return { name, ...(model === undefined ? {} : { model_name: model }) };
}

function commandsOf({ settings, folder, runId, repeat }: RunnerInput, hasRegistry: boolean): RunCommand[] {
  const who: Word[][] =
    settings.agent === undefined
      ? [['--agent', { raw: '"$AGENT"' }, '--model', settings.model ?? { raw: '"$MODEL"' }]]
      : [];
  const named: Word[][] =
    settings.agent === undefined
      ? who
      : [['--agent', settings.agent, ...(settings.model === undefined ? [] : ['--model', settings.model])]];
  const byJob = { title: 'Run', lines: [['harbor', 'run'], ['--config', `${folder}/job.json`], ...who] };
  const byRegistry = {
    title: 'Or from the registry',
    lines: [
      ['harbor', 'run'],
      ['--registry-path', `${folder}/registry.json`],
      ['--dataset', `${runId}@1.0`],
      ['--job-name', runId, '--n-attempts', String(repeat)],
      ...named,
    ],
  };
  return hasRegistry ? [byJob, byRegistry] : [byJob];
}

const noPackages: Fault = {
  code: 'export/runner-version',
  message: 'Harbor 0.2 knows no packages; they came with 0.3.',
  hint: 'Leave out --form package, or --runner-version.',
};

const refNeedsPackage: Fault = {
  code: 'export/setting',
  message: '--ref is the revision of packages, and the tasks are named by their folders.',
  hint: 'Add --form package, or give --git-url and --commit.',
};

/** Harbor reads a path that begins with a tilde as somebody's home. */
function homeFaults(tasks: readonly PlacedTask[], form: string | undefined): Fault[] {
  if (form === 'package' || !tasks.some(({ name }) => name.startsWith('~'))) return [];
  const message = 'some paths begin with a tilde, which Harbor reads as somebody’s home.';
  return [{ code: 'export/unsayable', message, hint: 'Give an absolute --path.' }];
}

/** A registry file for Harbor that holds one data set, named after the run: these tasks, each pinned by commit. */
function registryText(tasks: readonly PlacedTask[], { gitUrl, commit }: RunnerSettings, name: string): string {
  const dataset = {
    name,
    version: '1.0',
    description: `${tasks.length} selected tasks`,
    tasks: tasks.map((each) => ({
      name: lastPart(each.name),
      git_url: gitUrl,
      git_commit_id: commit,
      path: each.name,
    })),
  };
  return `${asciiJson([dataset], 2)}\n`;
}

/** What stands against pinning the tasks by commit. */
function registryFaults(tasks: readonly PlacedTask[], { gitUrl, commit, form }: RunnerSettings): Fault[] {
  if (gitUrl === undefined && commit === undefined) return [];
  const faults: Fault[] = [];
  if (form === 'package') {
    const message = 'packages are pinned by --ref, not by --git-url and --commit.';
    faults.push({ code: 'export/setting', message });
  }
  if (gitUrl === undefined || commit === undefined) {
    const message = `a task is pinned by a repository and a commit; only ${gitUrl === undefined ? '--commit' : '--git-url'} is given.`;
    faults.push({ code: 'export/needs-commit', message, hint: 'Give both --git-url and --commit.' });
  }
  if (commit !== undefined && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) {
    const message = `--commit is ${shownName(commit)}; expected a whole commit hash, 40 hex digits: a branch or a tag can move.`;
    faults.push({ code: 'export/needs-commit', message, hint: 'Find it with "git rev-parse".' });
  }
  const outside = tasks.map(({ name }) => name).filter((name) => name.startsWith('/') || name.startsWith('..'));
  if (form !== 'package' && outside.length > 0) {
    const message = `these folders are not below the top of the repository: ${shownNames(outside)}.`;
    const hint = 'Give --path as the folder of the tasks within the repository, relative to its top.';
    faults.push({ code: 'export/outside', message, hint });
  }
  return faults;
}

// What a registry of packages takes: an owner and a name.
const packageName = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;

/** Every task under the name of its package, `owner/name`, which is its id or one of its other names. */
function placeByPackage(tasks: readonly ExportTask[]): Placement {
  const placed: PlacedTask[] = [];
  const leftOut: LeftOut[] = [];
  for (const task of tasks) {
    const name = [task.id, ...task.aliases].find((each) => packageName.test(each));
    if (name === undefined) leftOut.push({ task, reason: 'none of its names is that of a package (owner/name)' });
    else placed.push({ task, name });
  }
  return { placed, leftOut, faults: [] };
}
