import { fingerprintBytes } from '../../core/fingerprint/fingerprint.js';
import { harborDigest, isPublished } from '../../core/fingerprint/harbor-digest.js';
import type { Fault } from '../../core/model/errors.js';
import { entriesOf, isRecord, part } from '../../core/model/record.js';
import { compareText } from '../../core/text/words.js';
import { asciiJson } from './escape.js';
import { lastPart, type NamedTask, shownName, shownNames, type TaskFile, type TaskFolder } from './export-task.js';
import { isPackageName } from './harbor-task.js';

/** A copy of a task as Harbor publishes it. */
export interface TaskCopy {
  readonly named: NamedTask;
  readonly folder: string;
  /** `owner/name`, as its task.toml has it now. */
  readonly packageName: string;
  readonly isRenamed: boolean;
  readonly digest: string;
  readonly files: readonly TaskFile[];
}

/**
 * Copies of the tasks, each with a name in its task.toml: its own if it has one, otherwise one with the given owner.
 */
export function harborCopies(
  tasks: readonly NamedTask[],
  owner: string,
  openTask: (path: string) => TaskFolder,
): { readonly copies: readonly TaskCopy[]; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const refuse = (message: string) => faults.push({ code: 'export/copy', message, hint });
  if (!isPackageName(`${owner}/x`)) {
    return { copies: [], faults: [{ code: 'export/setting', message: badOwner(owner) }] };
  }
  const copies = tasks.flatMap((named): readonly TaskCopy[] => {
    const folder = openTask(named.name);
    const held = folder.files();
    if ('problem' in held) {
      refuse(`${shownName(named.name)} cannot be copied: ${held.problem}.`);
      return [];
    }
    if (held.files.some(({ name }) => name === '.gitignore')) {
      refuse(`${shownName(named.name)} has a .gitignore, so Winnow can't tell which files Harbor would publish.`);
      return [];
    }
    const config = namedConfig(folder, packageNameOf(owner, lastPart(named.name)));
    if (config === undefined || !isPackageName(config.name)) {
      refuse(`Winnow cannot add a name to the task.toml of ${shownName(named.name)}.`);
      return [];
    }
    const files = held.files
      .filter(({ name }) => isPublished(name))
      .map((file) => (file.name === 'task.toml' ? { ...file, content: new TextEncoder().encode(config.text) } : file));
    const digest = harborDigest(hashesOf(files));
    const isRenamed = config.text !== folder.configText;
    return [{ named, folder: lastPart(named.name), packageName: config.name, isRenamed, digest, files }];
  });
  const names = copies.map(({ packageName }) => packageName.toLowerCase());
  const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
  if (twice.length > 0) refuse(`several tasks would have the name ${shownNames(twice)}.`);
  return { copies, faults };
}

const hint = 'Fix the task at its source, or leave out --copy-as.';

function badOwner(owner: string): string {
  return `--copy-as is ${shownName(owner)}; expected an owner name of letters, digits, dots, hyphens and underscores.`;
}

function namedConfig(folder: TaskFolder, name: string): { readonly text: string; readonly name: string } | undefined {
  const { configText, parse } = folder;
  if (configText === undefined) return undefined;
  const own = part(parse(configText), 'data', 'task', 'name');
  if (typeof own === 'string' && isPackageName(own)) return { text: configText, name: own };
  const text = nameInToml(configText, name, parse);
  return text === undefined ? undefined : { text, name };
}

/** A dataset of the copies for Harbor's `publish`: every task with its digest. */
export function datasetToml(copies: readonly TaskCopy[], owner: string, name: string): string {
  const tasks = copies.map(({ packageName, digest }) => `[[tasks]]\nname = "${packageName}"\ndigest = "${digest}"\n`);
  const dataset = `[dataset]\nname = "${packageNameOf(owner, name)}"\ndescription = "${copies.length} selected tasks"\n`;
  return [dataset, ...tasks].join('\n');
}

/** The SHA-256 of each file, by name. */
export function hashesOf(files: readonly Pick<TaskFile, 'name' | 'content'>[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ name, content }) => [name, fingerprintBytes(content)]));
}

/** A line that sets `name` to a string of one line. */
const namedLine = /^\s*name\s*=\s*(?:"(?!"")[^"\\]*(?:\\.[^"\\]*)*"|'(?!'')[^']*')\s*(?:#.*)?\r?$/;

/** The text of a task.toml with `name` in its `[task]`; undefined if no single line can be added or replaced. */
export function nameInToml(text: string, name: string, parse: TaskFolder['parse']): string | undefined {
  const line = `name = "${name}"`;
  const lines = text.split('\n');
  const header = lines.findIndex((each) => /^\s*\[\s*task\s*\]\s*(?:#.*)?\r?$/.test(each));
  const before = part(parse(text), 'data');
  if (!isRecord(before)) return undefined;
  if (header === -1) return proven(`${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n[task]\n${line}\n`);
  const end = lines.findIndex((each, i) => i > header && /^\s*\[/.test(each));
  const old = lines.findIndex((each, i) => i > header && (end === -1 || i < end) && namedLine.test(each));
  return proven(
    (old === -1
      ? [...lines.slice(0, header + 1), line, ...lines.slice(header + 1)]
      : lines.map((each, i) => (i === old ? line : each))
    ).join('\n'),
  );

  /** The new text, if only the name differs from the old text. */
  function proven(changed: string): string | undefined {
    const after = part(parse(changed), 'data');
    const without = (data: unknown) => {
      const task = entriesOf(part(data, 'task')).filter(([key]) => key !== 'name');
      // The table may have moved, but its keys are unchanged.
      const others = entriesOf(data).filter(([key]) => key !== 'task');
      const sorted = others.toSorted(([a], [b]) => compareText(a, b));
      return JSON.stringify([task, sorted], (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
    };
    return part(after, 'task', 'name') === name && without(after) === without(before) ? changed : undefined;
  }
}

/** The package name for a folder, as Harbor makes it: invalid characters are removed. */
export function packageNameOf(owner: string, folder: string): string {
  const plain = folder.replace(/[^a-zA-Z0-9._-]/g, '').replace(/^[^a-zA-Z0-9]+/, '');
  return `${owner}/${plain.replace(/\.{2,}/g, '.')}`;
}

/** Where the tasks of a registry are, and which of their names to use. */
type PinSettings = { readonly [Setting in 'gitUrl' | 'commit' | 'form']?: string | undefined };

/** A registry file for Harbor with one dataset, named after the run: these tasks, each pinned by commit. */
export function registryText(tasks: readonly NamedTask[], { gitUrl, commit }: PinSettings, name: string): string {
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

/** Errors against pinning the tasks by commit. */
export function registryFaults(tasks: readonly NamedTask[], { gitUrl, commit, form }: PinSettings): Fault[] {
  if (gitUrl === undefined && commit === undefined) return [];
  const faults: Fault[] = [];
  if (form === 'package') {
    const message = 'packages are pinned with --ref, not with --git-url and --commit.';
    faults.push({ code: 'export/setting', message });
  }
  if (gitUrl === undefined || commit === undefined) {
    const message = `pinning tasks needs both a repository and a commit, but only ${gitUrl === undefined ? '--commit' : '--git-url'} is given.`;
    faults.push({ code: 'export/needs-commit', message, hint: 'Give both --git-url and --commit.' });
  }
  if (commit !== undefined && !/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) {
    const message = `--commit is ${shownName(commit)}; expected a full commit hash of 40 hex digits, because branches and tags can move.`;
    faults.push({ code: 'export/needs-commit', message, hint: 'Find it with "git rev-parse".' });
  }
  const outside = tasks.map(({ name }) => name).filter((name) => name.startsWith('/') || name.startsWith('..'));
  if (form !== 'package' && outside.length > 0) {
    const message = `these folders are not in the repository: ${shownNames(outside)}.`;
    const hint = 'Set --path to the folder of the tasks in the repository, relative to its top level.';
    faults.push({ code: 'export/outside', message, hint });
  }
  return faults;
}
