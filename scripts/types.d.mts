/** The text of the library's index.d.ts. */
export function libraryTypes(about: {
  readonly planJsonSchema: () => object;
  readonly libraryOperations: readonly object[];
}): Promise<string>;
