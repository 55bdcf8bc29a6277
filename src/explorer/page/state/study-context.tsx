import {
  createContext,
  type Dispatch,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useReducer,
  useRef,
} from 'react';
import type { Fault } from '../../../core/model/fault.js';
import type { Selection } from '../../../core/model/selection.js';
import type { ExplorerData } from '../../explorer-data.js';
import { type Moves, movesBetween } from './compare-selections.js';
import { type Edits, isUnedited } from './edits.js';
import type { FoundEdits } from './found-edits.js';
import { type HistoryStep, historyFrom, nextHistory } from './history.js';
import type { Study } from './study.js';
import { type Keeping, useKeptEdits } from './use-kept-edits.js';

/** What the page was made from: the same for as long as it is open. */
interface Source {
  readonly data: ExplorerData;
  readonly study: Study;
  /** What the plan as loaded selects. */
  readonly loaded: Selection;
}

/** The edits, as the controls show them at once. */
interface Editing {
  readonly edits: Edits;
  readonly step: Dispatch<HistoryStep>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** What the controls change: the selection of the plan's text, or why that gives none. */
  readonly base: Base;
}

/** What the plan as loaded, or as its text was rewritten, selects before anything else is changed. */
interface Base {
  readonly selection: Selection;
  readonly faults: readonly Fault[];
}

/** What the edits give; it follows them. */
interface Result {
  /** The edits it stands for. */
  readonly edits: Edits;
  /** The selection of the edits, or the last one there was. */
  readonly selection: Selection;
  /** Why the edits give no selection; empty when they do. */
  readonly faults: readonly Fault[];
  /** Against the plan as loaded. */
  readonly moves: Moves;
}

interface StudyProviderProps {
  readonly source: Source;
  readonly found: FoundEdits;
  readonly children: ReactNode;
}

const KeepingContext = createContext<Keeping | undefined>(undefined);
const SourceContext = createContext<Source | undefined>(undefined);
const EditingContext = createContext<Editing | undefined>(undefined);
const ResultContext = createContext<Result | undefined>(undefined);

/** Holds the edits and what they give, for every view. */
export function StudyProvider({ source, found, children }: StudyProviderProps) {
  const [{ present, past, future }, step] = useReducer(nextHistory, found.edits, historyFrom);
  const keeping = useKeptEdits(source.data, found, present, step);
  const text = useDeferredValue(present.text);
  const base = useMemo(() => baseOf(source, text), [source, text]);
  const editing = useMemo(
    () => ({ edits: present, step, canUndo: past.length > 0, canRedo: future.length > 0, base }),
    [present, past, future, base],
  );
  // The controls follow the hand first; the selection comes in a render of its own, which the next move may overtake.
  const edits = useDeferredValue(present);
  const lastGood = useRef(source.loaded);
  const result = useMemo((): Result => {
    const outcome = isUnedited(edits) ? source.study.loaded : source.study.run(edits);
    const [selection, faults] =
      'faults' in outcome ? [lastGood.current, outcome.faults] : [outcome.selection, noFaults];
    return { edits, selection, faults, moves: movesBetween(source.loaded, selection) };
  }, [edits, source]);
  useEffect(() => {
    lastGood.current = result.selection;
  }, [result]);
  return (
    <SourceContext value={source}>
      <KeepingContext value={keeping}>
        <EditingContext value={editing}>
          <ResultContext value={result}>{children}</ResultContext>
        </EditingContext>
      </KeepingContext>
    </SourceContext>
  );
}

const noFaults: readonly Fault[] = [];

function baseOf({ study, loaded }: Source, text: string | undefined): Base {
  const outcome = text === undefined ? { selection: loaded } : study.run({ text, benchmarks: new Map() });
  return 'faults' in outcome
    ? { selection: loaded, faults: outcome.faults }
    : { selection: outcome.selection, faults: [] };
}

/** Where the edits are, besides in the page. */
export function useKeeping(): Keeping {
  return given(useContext(KeepingContext));
}

/** What the page was made from. */
export function useSource(): Source {
  return given(useContext(SourceContext));
}

/** The edits and the way to change them. */
export function useEditing(): Editing {
  return given(useContext(EditingContext));
}

/** What the edits give. */
export function useResult(): Result {
  return given(useContext(ResultContext));
}

function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new TypeError('There is no study around this component.');
  return value;
}
