/** What is asked of a metafile of esbuild: which files are in each output, and how much of them. */
export interface BundleMetafile {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>>;
}

export function bundledLicences(metafiles: readonly BundleMetafile[], root: string): string;
