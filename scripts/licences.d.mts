/** Name, version and licence text of every package of which something is in a bundle; throws where one has no licence file. */
export function bundledLicences(files: readonly string[], root: string): string;

/** The files of which something is in the chunks of a bundle, relative to `root`. */
export function bundledFiles(
  bundle: {
    readonly output: readonly {
      readonly modules?: Readonly<Record<string, { readonly renderedLength: number }>>;
    }[];
  },
  root: string,
): string[];

/** The folders of the packages that files belong to, each once. */
export function bundledPackages(files: readonly string[]): readonly string[];
