import type { Fault } from '../core/model/fault.js';
import { asciiJson } from './escape/ascii-json.js';
import { folderPath, lastPart } from './folder-path.js';
import type { PlacedTask } from './runner.js';
import type { RunnerSettings } from './runner-settings.js';
import { shownName, shownNames } from './shown-names.js';

/** A registry file for Harbor that holds one data set, named after the run: these tasks, each pinned by commit. */
export function registryText(tasks: readonly PlacedTask[], { gitUrl, commit }: RunnerSettings, name: string): string {
  const dataset = {
    name,
    version: '1.0',
    description: `${tasks.length} selected tasks`,
    tasks: tasks.map(({ task }) => ({
      name: lastPart(task.folder ?? ''),
      git_url: gitUrl,
      git_commit_id: commit,
      path: task.folder,
    })),
  };
  return `${asciiJson([dataset], 2)}\n`;
}

/** What stands against pinning the tasks by commit. */
export function registryFaults(tasks: readonly PlacedTask[], { gitUrl, commit, form }: RunnerSettings): Fault[] {
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
  const outside = tasks.filter(({ task }) => folderPath('/', `/${task.folder}`) !== `/${task.folder}`);
  if (outside.length > 0) {
    const folders = outside.map(({ task }) => task.folder ?? '');
    const message = `these folders are no plain paths below the top of a repository: ${shownNames(folders)}.`;
    faults.push({ code: 'export/outside', message });
  }
  return faults;
}
