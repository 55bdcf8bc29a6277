import { type Edits, noEdits } from './edits.js';

/** The edits and what they were before. */
export interface History {
  readonly past: readonly Edits[];
  readonly present: Edits;
  readonly future: readonly Edits[];
  /** The control that is being moved: its steps are one step to undo. */
  readonly moving: string | undefined;
}

/** Nothing done yet but to find edits again; undoing that gives the plan as loaded. */
export function historyFrom(edits: Edits | undefined): History {
  return edits === undefined ? newHistory : { past: [noEdits], present: edits, future: [], moving: undefined };
}

/** What can be done to the edits. */
export type HistoryStep =
  | {
      readonly kind: 'edit';
      readonly change: (edits: Edits) => Edits;
      /** Names a control that gives many edits while it is moved; the change is then always of the edits before. */
      readonly moving?: string;
    }
  | { readonly kind: 'settle' }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' }
  | { readonly kind: 'reset' };

/** Nothing done yet. */
export const newHistory: History = { past: [], present: noEdits, future: [], moving: undefined };

/** The history after a step. */
export function nextHistory(history: History, step: HistoryStep): History {
  const { past, present, future, moving } = history;
  switch (step.kind) {
    case 'edit': {
      const before = past.at(-1);
      if (step.moving !== undefined && step.moving === moving && before !== undefined) {
        return { ...history, present: step.change(before) };
      }
      const changed = step.change(present);
      return changed === present
        ? history
        : { past: [...past, present], present: changed, future: [], moving: step.moving };
    }
    case 'settle':
      return moving === undefined ? history : { ...history, moving: undefined };
    case 'undo': {
      const before = past.at(-1);
      if (before === undefined) return history;
      return { past: past.slice(0, -1), present: before, future: [present, ...future], moving: undefined };
    }
    case 'redo': {
      const [next, ...later] = future;
      return next === undefined
        ? history
        : { past: [...past, present], present: next, future: later, moving: undefined };
    }
    case 'reset':
      return present === noEdits
        ? history
        : { past: [...past, present], present: noEdits, future: [], moving: undefined };
  }
}
