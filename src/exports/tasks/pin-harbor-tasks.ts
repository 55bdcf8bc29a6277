import type { Fault } from '../../core/model/fault.js';
import { asciiJson } from '../escape/ascii-json.js';
import type { NamedTask } from './export-task.js';
import { lastPart } from './folder-path.js';
import { shownName, shownNames } from './shown-names.js';

/** Where the tasks of a registry lie, and which of their names is meant. */
interface PinSettings {
  readonly gitUrl?: string | undefined;
  readonly commit?: string | undefined;
  readonly form?: 'folder' | 'package' | undefined;
}

/** A registry file for Harbor that holds one data set, named after the run: these tasks, each pinned by commit. */
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

/** What stands against pinning the tasks by commit. */
export function registryFaults(tasks: readonly NamedTask[], { gitUrl, commit, form }: PinSettings): Fault[] {
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
