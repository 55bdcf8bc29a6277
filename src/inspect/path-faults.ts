import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { PoolError } from '../core/model/errors.js';
import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import type { PathInspection } from './inspection.js';

/** @throws PoolError that names every path that is not there. */
export function refuseMissing(paths: readonly string[]): void {
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length === 0) return;
  throw new PoolError(
    missing.map((file) => ({
      code: 'pool/not-found',
      message: 'there is no such file or folder.',
      place: { file },
      hint: 'Check the path; a relative one starts at the folder you are in.',
    })),
  );
}

const mostReasons = 3;

/** The error for paths in which no task was found: what was looked at, and what would have been known. */
export function nothingFound(
  places: readonly Pick<PathInspection, 'path' | 'problems' | 'passedOver'>[],
  formats: readonly { readonly name: string }[],
): PoolError {
  const known = formats.map(({ name }) => name);
  return new PoolError(
    places.map(({ path, problems, passedOver }) => {
      const [problem] = problems.listed;
      const passed = passedOver.reasons.slice(0, mostReasons);
      const met = [
        ...(problem === undefined
          ? []
          : [
              `${countOf(problems.total, 'place')} could not be read, such as ${placeText(problem)}: ${problem.reason}`,
            ]),
        ...passed.map(
          ({ count, example, reason }) => `${countOf(count, 'place')} skipped, such as ${example}: ${reason}`,
        ),
      ];
      return {
        code: 'pool/nothing-found',
        message: `no tasks were found${met.length === 0 ? ': there are no files of records and no task folders' : `; ${met.join('; ')}`}.`,
        place: { file: path },
        hint: `Known formats: ${joinWords(known)}. A table needs a column id, task_id or instance_id; a plan may name another: columns: { id: COLUMN }.`,
      };
    }),
  );
}

/** Where something was found: `folder/file.jsonl:12`. */
export function placeText({ path, row }: { readonly path: string; readonly row?: number }): string {
  return row === undefined ? withSlashes(path) : `${withSlashes(path)}:${row}`;
}

/** A path as it is the same on every machine. */
export function withSlashes(path: string): string {
  return path.split(sep).join('/');
}
