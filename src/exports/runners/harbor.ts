import { harborFolderDigest } from '../../core/fingerprint/harbor-digest.js';
import type { Fault } from '../../core/model/errors.js';
import { countOf } from '../../core/text/words.js';
import checkCode from '../checks/harbor.py?raw';
import { asciiJson, type Word } from '../tasks/escape.js';
import {
  type ExportTask,
  type LeftOut,
  lastPart,
  type NamedTask,
  type Naming,
  type OpenTask,
  refused,
  shownNames,
} from '../tasks/export-task.js';
import {
  datasetToml,
  harborCopies,
  hashesOf,
  registryFaults,
  registryText,
  type TaskCopy,
} from '../tasks/harbor-copies.js';
import { harborRefusals } from '../tasks/harbor-task.js';
import { nameByFolder } from '../tasks/name-by-folder.js';
import { type ExportFile, given, type NamingInput, type RunCommand, type Runner, type RunnerInput } from './runner.js';

/** Harbor: a job with an explicit list of tasks and, for tasks pinned to a commit, a registry with only these tasks. */
export const harbor: Runner = {
  name: 'harbor',
  title: 'Harbor',
  versions: [
    { name: '0.2', covers: (major, minor) => major === 0 && minor <= 2 },
    { name: '0.3', covers: (major, minor) => major === 0 && minor >= 3 && minor < 24 },
    { name: '0.24', covers: (major, minor) => major === 0 && minor >= 24 },
  ],
  reads: ['runnerVersion', 'path', 'copyAs', 'gitUrl', 'commit', 'form', 'ref', 'agent', 'model'],
  marker: 'task.toml',
  nameTasks(tasks, input): Naming {
    const { openTask, settings } = input;
    const { form, path, gitUrl, ref } = settings;
    if (form === 'package') return input.version === '0.2' ? refused(noPackages) : nameByPackage(tasks);
    if (ref !== undefined) return refused(refNeedsPackage);
    // In a repository, paths are relative to its top.
    const root = gitUrl === undefined ? path : (path ?? '.');
    const hasFile = path === undefined ? undefined : input.hasFile;
    const naming = nameByFolder(tasks, { ...input, root, marker: 'task.toml', hasFile });
    return hasFile === undefined || openTask === undefined ? naming : looked(naming, openTask, input);
  },
  identityOf: ({ name }) => lastPart(name),
  write(named, input) {
    const { settings, runId, repeat, version, folder } = input;
    const { gitUrl, commit, form, copyAs, agent, model, ref } = settings;
    const { copies, faults: copyFaults } = copiesOf(named, input);
    const tasks =
      copies === undefined
        ? named
        : copies.map((copy) => ({ ...copy.named, name: `${folder}/tasks/${copy.folder}`, digest: copy.digest }));
    const faults = [...registryFaults(tasks, settings), ...homeFaults(tasks, form), ...copyFaults];
    const job = {
      job_name: runId,
      jobs_dir: 'jobs',
      n_attempts: repeat,
      // Undefined values are omitted.
      agents: agent === undefined ? undefined : [{ name: agent, model_name: model }],
      tasks: tasks.map(({ name }) => {
        if (form === 'package') return { name, ref };
        return gitUrl === undefined ? { path: name } : { git_url: gitUrl, git_commit_id: commit, path: name };
      }),
    };
    const files: ExportFile[] = [
      {
        name: 'job.json',
        content: `${asciiJson(job, 2)}\n`,
        about: 'the job, which lists every task by name, without patterns',
      },
    ];
    if (gitUrl !== undefined && form !== 'package') {
      const content = registryText(tasks, settings, runId);
      files.push({
        name: 'registry.json',
        content,
        about: `a registry with only these tasks, pinned to commit ${commit}`,
      });
    }
    const hasRegistry = files.length > 1;
    for (const file of copyFiles(copies ?? [], copyAs ?? '', runId)) files.push(file);
    return {
      tasks,
      files,
      commands: commandsOf(input, hasRegistry),
      check: { distribution: 'harbor', code: checkCode },
      notes: [
        copies !== undefined && copyNote(copies, folder),
        settings.agent === undefined &&
          'Set AGENT and MODEL to the agent and model to run, or give --agent and --model.',
        gitUrl === undefined &&
          form !== 'package' &&
          copies === undefined &&
          `Paths in job.json are relative to the folder in which you run the job${folder === '.' ? '' : `, not to ${folder}`}. To pin the tasks and write a registry, add --git-url and --commit.`,
        form === 'package' &&
          settings.ref === undefined &&
          'Without --ref, Harbor uses the latest revision of each package.',
        version === '0.2'
          ? 'In this version, -t takes patterns of task names. The job does not need it.'
          : 'Do not add -t: since 0.3 it names a single task in the registry, and before that it was a pattern. -n sets the number of parallel trials and -k the number of attempts.',
      ],
      faults,
    };
  },
};

/** The tasks with their digests, and errors for tasks that Harbor would refuse. */
function looked({ named, leftOut, faults }: Naming, openTask: OpenTask, { version, settings }: NamingInput): Naming {
  const reasons = new Map<string, { readonly names: string[]; readonly isName: boolean }>();
  const seen = named.map((each) => {
    const folder = openTask(each.name, settings.path);
    const refusals = version === '0.2' ? [] : harborRefusals(folder);
    for (const { reason, isName } of refusals) {
      if (isName && settings.copyAs !== undefined) continue;
      const entry = reasons.get(reason) ?? { names: [], isName };
      entry.names.push(each.name);
      reasons.set(reason, entry);
    }
    const held = settings.copyAs === undefined ? folder.files() : undefined;
    const digest = held !== undefined && 'files' in held ? harborFolderDigest(hashesOf(held.files)) : undefined;
    return digest === undefined ? each : { ...each, digest };
  });
  const refused = [...reasons].map(([reason, { names, isName }]) => ({
    code: 'export/refused',
    message: `Harbor ${version} would reject ${names.length} of ${countOf(named.length, 'task')} and end the job immediately: ${reason} (${shownNames(names)}).`,
    hint: isName
      ? 'To copy the tasks into the export and name them, add --copy-as OWNER. To name them at their source, add name = "OWNER/NAME" to [task].'
      : 'Fix these tasks at their source, exclude them ("winnow exclude"), or skip the check with --no-check.',
  }));
  return { named: seen, leftOut, faults: [...faults, ...refused] };
}

function copiesOf(named: readonly NamedTask[], { settings, openTask }: RunnerInput) {
  const { copyAs, gitUrl, form } = settings;
  if (copyAs === undefined) return { copies: undefined, faults: [] };
  if (gitUrl !== undefined || form === 'package') return { copies: undefined, faults: [copyOfRemote] };
  return openTask === undefined
    ? { copies: undefined, faults: [nobodyReads] }
    : harborCopies(named, copyAs, (path) => openTask(path, settings.path));
}

function copyNote(copies: readonly TaskCopy[], folder: string): string {
  const renamed = copies.filter(({ isRenamed }) => isRenamed).length;
  const names =
    renamed === 0
      ? ''
      : ` Winnow added a name to ${renamed} of them, which changes the digest, so read the results with --any-version.`;
  return `tasks/ is a Harbor dataset with ${countOf(copies.length, 'copied task')} and a dataset.toml with their digests.${names} To publish the dataset, run "harbor publish ${folder}/tasks".`;
}

function copyFiles(copies: readonly TaskCopy[], owner: string, name: string): ExportFile[] {
  if (copies.length === 0) return [];
  const content = datasetToml(copies, owner, name);
  return [
    { name: 'tasks/dataset.toml', content, about: 'the dataset for harbor publish, with the digest of every task' },
    ...copies.flatMap(({ folder, files }) =>
      files.map((file) => ({ ...file, name: `tasks/${folder}/${file.name}`, about: 'part of a copied task' })),
    ),
  ];
}

const copyOfRemote: Fault = {
  code: 'export/setting',
  message: '--copy-as copies folders on this machine; --git-url and --form package refer to tasks elsewhere.',
  hint: 'Leave one of them out.',
};

const nobodyReads: Fault = {
  code: 'export/setting',
  message: '--copy-as needs a function that reads task folders.',
  hint: 'Pass openTask: openTaskFolder to makeExport.',
};

function commandsOf({ settings, folder, runId, repeat }: RunnerInput, hasRegistry: boolean): RunCommand[] {
  const { agent, model } = settings;
  const named: Word[][] =
    agent === undefined
      ? [['--agent', { raw: '"$AGENT"' }, '--model', given(model, 'MODEL')]]
      : [['--agent', agent, ...(model === undefined ? [] : ['--model', model])]];
  const system = agent === undefined ? named : [];
  const byJob = { title: 'Run', lines: [['harbor', 'run'], ['--config', `${folder}/job.json`], ...system] };
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
  message: 'Harbor 0.2 has no packages. They were added in 0.3.',
  hint: 'Leave out --form package, or --runner-version.',
};

const refNeedsPackage: Fault = {
  code: 'export/setting',
  message: '--ref sets the revision of packages, but these tasks are named by folder.',
  hint: 'Add --form package, or give --git-url and --commit.',
};

/** Harbor reads a leading tilde in a path as a home folder. */
function homeFaults(tasks: readonly NamedTask[], form: string | undefined): Fault[] {
  if (form === 'package' || !tasks.some(({ name }) => name.startsWith('~'))) return [];
  const message = 'some paths begin with a tilde, which Harbor expands to a home folder.';
  return [{ code: 'export/unsayable', message, hint: 'Give an absolute --path.' }];
}

// The form of a package name: an owner and a name.
const packageName = /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/;

/** Every task under the name of its package, `owner/name`, which is its id or one of its other names. */
function nameByPackage(tasks: readonly ExportTask[]): Naming {
  const named: NamedTask[] = [];
  const leftOut: LeftOut[] = [];
  for (const task of tasks) {
    const name = [task.id, ...task.aliases].find((each) => packageName.test(each));
    if (name === undefined) leftOut.push({ task, reason: 'no name in the form owner/name, which packages need' });
    else named.push({ task, name });
  }
  return { named, leftOut, faults: [] };
}
