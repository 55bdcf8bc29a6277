import { useState } from 'react';
import { makeManifest, manifestText } from '../../../core/manifest/manifest.js';
import type { Selection } from '../../../core/model/selection.js';
import { methodologyPage } from '../../../core/report/methodology.js';
import { selectionCsv } from '../../../core/report/selection-csv.js';
import { FaultList } from '../parts/fault-list.js';
import { saveFile } from '../parts/save-file.js';
import type { Outcome } from '../state/study.js';
import { useEditing, useSource } from '../state/study-context.js';

/** The changed plan and what it selects, as the files that the command line reads and writes. */
export function Downloads() {
  const { data, study } = useSource();
  const { edits } = useEditing();
  const [failed, setFailed] = useState<Extract<Outcome, { readonly faults: unknown }>>();
  const save = (name: string, type: string, textOf: (selection: Selection) => string) => {
    // Made from the text that is saved, read as the command line reads it.
    const outcome = study.runText(edits);
    if ('faults' in outcome) setFailed(outcome);
    else {
      setFailed(undefined);
      saveFile(name, type, textOf(outcome.selection));
    }
  };
  const { generator } = data;
  return (
    <section aria-labelledby="save" className="downloads">
      <h2 id="save">Save</h2>
      <div className="buttons">
        <button
          type="button"
          className="main"
          onClick={() => save('plan.yaml', 'application/yaml', () => study.textOf(edits))}
        >
          plan.yaml
        </button>
        <button
          type="button"
          onClick={() =>
            save('selection.json', 'application/json', (selection) => manifestText(makeManifest(selection, generator)))
          }
        >
          selection.json
        </button>
        <button type="button" onClick={() => save('selection.csv', 'text/csv', selectionCsv)}>
          selection.csv
        </button>
        <button
          type="button"
          onClick={() => save('METHODOLOGY.md', 'text/markdown', (selection) => methodologyPage(selection, generator))}
        >
          METHODOLOGY.md
        </button>
      </div>
      <p className="quiet">
        Put plan.yaml where the plan lies, so that the paths in it still lead to its sources; then{' '}
        <code>winnow select plan.yaml</code> gives the same files.
      </p>
      {failed !== undefined && (
        <div className="is-wrong" role="alert">
          <p>Not saved: the changed plan does not run.</p>
          <FaultList faults={failed.faults} />
        </div>
      )}
    </section>
  );
}
