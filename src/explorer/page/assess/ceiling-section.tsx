import { useMemo } from 'react';
import { assessCeiling } from '../../../core/assess/ceiling/assess-ceiling.js';
import type { PoolResults } from '../../../core/assess/pool-results.js';
import type { Selection } from '../../../core/model/selection.js';
import { ceilingPicture } from '../../../core/pictures/ceiling-picture.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { Notes } from '../parts/notes.js';
import { Picture } from '../parts/picture.js';

interface CeilingSectionProps {
  readonly selection: Selection;
  readonly results: PoolResults;
}

/** Which tasks tell configurations apart: those that all or none solve do not. */
export function CeilingSection({ selection, results }: CeilingSectionProps) {
  const ceiling = useMemo(() => assessCeiling(selection, results), [selection, results]);
  const picture = ceilingPicture(ceiling);
  return (
    <section aria-labelledby="ceiling">
      <h2 id="ceiling">Ceiling and floor</h2>
      <p>{visibleText(ceiling.conclusion, 2000)}</p>
      {picture !== undefined && <Picture svg={picture} />}
      <Notes notes={ceiling.notes} />
    </section>
  );
}
