/**
 * Winnow's public API: the operations of the command line as functions. Each takes the options of its command by their
 * names and returns the document that the command prints with `--json`. None prints or exits, and all write only to
 * a given path. Errors are `WinnowError`, with everything that is wrong in `faults`.
 *
 * The types of this module are generated from the schemas: see scripts/types.mjs.
 *
 * @module
 */

import { callOf } from './operations/call.js';

export { WinnowError } from './core/model/errors.js';

/** A plan written in code; the same object, with its type checked. */
export const definePlan = (plan: object): object => plan;

export const suites = callOf('suites');
export const inspect = callOf('inspect');
export const init = callOf('init');
export const select = callOf('select');
export const explain = callOf('explain');
export const exclude = callOf('exclude');
export const pool = callOf('pool');
export const check = callOf('check');
export const diff = callOf('diff');
export const refresh = callOf('refresh');
export const migrate = callOf('migrate');
export const assess = callOf('assess');
export const exportTasks = callOf('export');
export const status = callOf('status');
export const estimate = callOf('estimate');
export const compare = callOf('compare');
export const next = callOf('next');
export const pilot = callOf('pilot');
export const report = callOf('report');
