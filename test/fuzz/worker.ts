import { parentPort, workerData } from 'node:worker_threads';
import { fuzzParser } from './fuzz-parser.js';
import { fuzzedParsers } from './parsers.js';

/*
 * What `npm run fuzz` runs beside itself, so that a parser that never ends can be ended: the number of the case that is
 * being read stands in memory that both see.
 */

const { root, name, seed, cases, current } = workerData as {
  readonly root: string;
  readonly name: string | undefined;
  readonly seed: number;
  readonly cases: number;
  readonly current: Int32Array;
};
const parsers = fuzzedParsers(root);
const parser = parsers.find((each) => each.name === name);
if (parser === undefined) parentPort?.postMessage({ names: parsers.map((each) => each.name) });
else {
  const onCase = (number: number) => Atomics.store(current, 0, number);
  parentPort?.postMessage(await fuzzParser(parser, { seed, first: 0, cases, onCase }));
}
