/** What a task's folder holds, as whoever looks at the disk tells it. Nothing is followed out of the folder. */
export interface TaskFolder {
  /** Why it is not read at all; undefined when it is. */
  readonly problem?: string | undefined;
  /** The text of its task.toml; undefined when it has none that can be read. */
  readonly configText: string | undefined;
  /** The data of a text in TOML, or why it is none. */
  readonly parse: (text: string) => { readonly data: unknown } | { readonly problem: string };
  /** Whether it has a file or a folder of this name, with slashes. */
  readonly has: (name: string) => boolean;
  /** Every file that a runner takes along, or why they cannot be read. */
  readonly files: () => { readonly files: readonly TaskFile[] } | { readonly problem: string };
}

/** Opens a task's folder; no link is followed between the folder that a person named, by default the current one, and the task's. */
export type OpenTask = (path: string, root?: string) => TaskFolder;

/** A file of a task, by its path within the folder. */
export interface TaskFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly isExecutable: boolean;
}
