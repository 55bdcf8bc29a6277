import { fingerprintBytes } from '../../core/fingerprint/fingerprint.js';
import { harborDigest, isPublished } from '../../core/fingerprint/harbor-digest.js';
import type { Fault } from '../../core/model/fault.js';
import { isRecord } from '../../core/model/record.js';
import type { NamedTask } from './export-task.js';
import type { TaskFile, TaskFolder } from './exported-folder.js';
import { lastPart } from './folder-path.js';
import { isPackageName } from './harbor-task.js';
import { nameInToml, packageNameOf } from './name-in-toml.js';
import { shownName, shownNames } from './shown-names.js';

/** A copy of a task as Harbor publishes it. */
export interface TaskCopy {
  readonly named: NamedTask;
  /** The folder's name. */
  readonly folder: string;
  /** `owner/name`, as its task.toml has it now. */
  readonly packageName: string;
  readonly isNamedAnew: boolean;
  readonly digest: string;
  readonly files: readonly TaskFile[];
}

/** Copies of the tasks, each with a name in its task.toml: its own if it has one, else one of the owner's. */
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
    const told = folder.files();
    if ('problem' in told) {
      refuse(`${shownName(named.name)} cannot be copied: ${told.problem}.`);
      return [];
    }
    if (told.files.some(({ name }) => name === '.gitignore')) {
      refuse(`${shownName(named.name)} has a .gitignore, and its rules say what Harbor publishes.`);
      return [];
    }
    const config = namedConfig(folder, packageNameOf(owner, lastPart(named.name)));
    if (config === undefined || !isPackageName(config.name)) {
      refuse(`no name can be written into the task.toml of ${shownName(named.name)}.`);
      return [];
    }
    const files = told.files
      .filter(({ name }) => isPublished(name))
      .map((file) => (file.name === 'task.toml' ? { ...file, content: new TextEncoder().encode(config.text) } : file));
    const digest = harborDigest(hashesOf(files));
    const isNamedAnew = config.text !== folder.configText;
    return [{ named, folder: lastPart(named.name), packageName: config.name, isNamedAnew, digest, files }];
  });
  const names = copies.map(({ packageName }) => packageName.toLowerCase());
  const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
  if (twice.length > 0) refuse(`several tasks would be ${shownNames(twice)}.`);
  return { copies, faults };
}

const hint = 'Fix it at its source, or leave out --copy-as.';

function badOwner(owner: string): string {
  return `--copy-as is ${shownName(owner)}; expected the name of an owner: letters, digits, dots, hyphens, underscores.`;
}

function namedConfig(folder: TaskFolder, name: string): { readonly text: string; readonly name: string } | undefined {
  const { configText, parse } = folder;
  if (configText === undefined) return undefined;
  const parsed = parse(configText);
  const task = 'data' in parsed && isRecord(parsed.data) ? parsed.data['task'] : undefined;
  const own = isRecord(task) ? task['name'] : undefined;
  if (typeof own === 'string' && isPackageName(own)) return { text: configText, name: own };
  const text = nameInToml(configText, name, parse);
  return text === undefined ? undefined : { text, name };
}

/** A data set of the copies for Harbor's `publish`: every task with its digest. */
export function datasetToml(copies: readonly TaskCopy[], owner: string, name: string): string {
  const tasks = copies.map(({ packageName, digest }) => `[[tasks]]\nname = "${packageName}"\ndigest = "${digest}"\n`);
  const dataset = `[dataset]\nname = "${packageNameOf(owner, name)}"\ndescription = "${copies.length} selected tasks"\n`;
  return [dataset, ...tasks].join('\n');
}

/** The SHA-256 of each file, by name. */
export function hashesOf(files: readonly Pick<TaskFile, 'name' | 'content'>[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ name, content }) => [name, fingerprintBytes(content)]));
}
