import { visibleText } from '../../../core/text/visible-text.js';

/** What a reader must know about some figures. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <details className="notes">
      <summary>What to know about these figures</summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{visibleText(note, 2000)}</li>
        ))}
      </ul>
    </details>
  );
}
