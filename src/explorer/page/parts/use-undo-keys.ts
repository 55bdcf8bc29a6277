import { useEffect } from 'react';
import { useEditing } from '../state/study-context.js';

/** Ctrl+Z (or ⌘Z) takes back the last change of the plan, with shift it makes it again; fields of text keep theirs. */
export function useUndoKeys(): void {
  const { step } = useEditing();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isUndo || writes(event.target)) return;
      event.preventDefault();
      step({ kind: event.shiftKey ? 'redo' : 'undo' });
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [step]);
}

function writes(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['range', 'checkbox'].includes(target.type))
  );
}
