/** What the manifest does not say and a runner may need; every part may be left out. */
export interface RunnerSettings {
  /** The runner's own version; default: the current one. */
  readonly runnerVersion?: string | undefined;
  /** What the runner calls the data set. */
  readonly datasetName?: string | undefined;
  readonly split?: string | undefined;
  /** The folder that the folders of the tasks are relative to. */
  readonly path?: string | undefined;
  /** The repository that holds the tasks. */
  readonly gitUrl?: string | undefined;
  /** The commit of that repository. */
  readonly commit?: string | undefined;
  /** Which of its names a task is called by. */
  readonly form?: 'folder' | 'package' | undefined;
  /** The revision of packages. */
  readonly ref?: string | undefined;
  /** The runner's own name of a set of tasks. */
  readonly task?: string | undefined;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** The file of the data set's rows; filled in from the request. */
  readonly dataset?: string | undefined;
  /** The file of the predictions; filled in from the request. */
  readonly predictions?: string | undefined;
}

/** How each setting is spelt on the command line. */
export const settingFlags: Readonly<Record<keyof RunnerSettings, string>> = {
  runnerVersion: '--runner-version',
  datasetName: '--dataset-name',
  split: '--split',
  path: '--path',
  gitUrl: '--git-url',
  commit: '--commit',
  form: '--form',
  ref: '--ref',
  task: '--task',
  agent: '--agent',
  model: '--model',
  dataset: '--dataset',
  predictions: '--predictions',
};
