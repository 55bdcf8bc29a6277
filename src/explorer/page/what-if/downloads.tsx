import { useState } from 'react';
import { FaultList } from '../parts/fault-list.js';
import { saveFile } from '../parts/save-file.js';
import { type Saved, savedFiles } from '../state/saved-files.js';
import { useEditing, useSource } from '../state/study-context.js';

/** The changed plan and what it selects, as the files that the command line reads and writes. */
export function Downloads() {
  const { save } = useSource();
  const { edits } = useEditing();
  const [failed, setFailed] = useState<Extract<Saved, { readonly faults: unknown }>>();
  const saveAs = async (name: string, type: string) => {
    const saved = await save(edits, name);
    if ('faults' in saved) setFailed(saved);
    else {
      setFailed(undefined);
      saveFile(name, type, saved.text);
    }
  };
  return (
    <section aria-labelledby="save" className="downloads">
      <h2 id="save">Save</h2>
      <div className="buttons">
        {savedFiles.map(({ name, type }, at) => (
          <button key={name} type="button" className={at === 0 ? 'main' : undefined} onClick={() => saveAs(name, type)}>
            {name}
          </button>
        ))}
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
