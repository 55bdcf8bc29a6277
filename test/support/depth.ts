/**
 * How deep the tests go: 1 in `npm test`, which tries a sample of everything, more in `npm run test:deep`. Generated
 * examples are that many times as many.
 */
export const depth = Number(process.env['WINNOW_TEST_DEPTH'] ?? 1);

/** Whether this is `npm run test:deep`, for what is not tried in `npm test` at all. */
export const isDeep = depth > 1;

/** All of a list in `npm run test:deep`; in `npm test` the first of every so many. */
export function oneIn<Item>(every: number, list: readonly Item[]): readonly Item[] {
  return inDepth(
    list,
    list.filter((_, i) => i % every === 0),
  );
}

/** All of it in `npm run test:deep`; in `npm test` the part that stands for the rest. */
export function inDepth<Extent>(all: Extent, sample: Extent): Extent {
  return depth > 1 ? all : sample;
}
