/**
 * How deep the tests go: 1 in `npm test`, which tries a sample of everything, more in `npm run test:deep`. Generated
 * examples are that many times as many.
 */
export const depth = Number(process.env['WINNOW_TEST_DEPTH'] ?? 1);

/** All of it in `npm run test:deep`; in `npm test` the part that stands for the rest. */
export function inDepth<Extent>(all: Extent, sample: Extent): Extent {
  return depth > 1 ? all : sample;
}
