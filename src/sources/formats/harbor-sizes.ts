import type { Sidecars } from '../documents/sidecars.js';
import { declaredSizes } from '../facts/declared-sizes.js';
import { findHeredocPatches } from '../patch/find-heredoc-patch.js';
import { count, type NumberReading, patchCounts } from '../task-facts.js';
import type { HarborParts } from './harbor-parts.js';

/** How large a task's change and context are, from the best place that says it. */
export function harborSizes({ row, context }: HarborParts, sidecars: Sidecars, instruction: string): Sizes {
  const contextSizes = [
    ...count('context_tokens', context['context_length'], false),
    ...count('context_files', context['files_count'], false),
  ];
  const { numbers, remarks } = changeSizes(patchesOf(row['patch'], sidecars), instruction);
  const needsPatch = numbers.length === 0 && remarks.length === 0 && contextSizes.length === 0;
  return { numbers: [...numbers, ...contextSizes], remarks: needsPatch ? ['it has no patch'] : remarks };
}

interface Sizes {
  readonly numbers: readonly NumberReading[];
  readonly remarks: readonly string[];
}

function changeSizes(patches: Iterable<string>, instruction: string): Sizes {
  const remarks: string[] = [];
  for (const patch of patches) {
    if (patch.trim() === '') continue;
    const counts = patchCounts(patch);
    remarks.push(...counts.remarks);
    if (counts.numbers.length > 0) return { numbers: counts.numbers, remarks };
  }
  return { numbers: declaredSizes(instruction), remarks };
}

/** The places for a patch, the best first; each is read only when those before it held none. */
function* patchesOf(rowPatch: unknown, sidecars: Sidecars): Generator<string> {
  if (typeof rowPatch === 'string') yield rowPatch;
  yield findHeredocPatches(sidecars.text('solution/solve.sh') ?? '').join('\n');
  yield sidecars.texts('solution', (name) => /\.(patch|diff)$/.test(name) && !isTestPatch.test(name));
}

/** What only changes tests is no part of the size of a change: rows keep it in a patch of its own, too. */
const isTestPatch = /(^|[._-])tests?[._-]/i;
