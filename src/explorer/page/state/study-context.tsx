import {
  createContext,
  type Dispatch,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react';
import type { Fault } from '../../../core/model/fault.js';
import type { Selection } from '../../../core/model/selection.js';
import type { ExplorerData } from '../../explorer-data.js';
import { type Moves, movesBetween } from './compare-selections.js';
import type { DataTexts } from './data-reader.js';
import { type HistoryStep, historyFrom, nextHistory } from './edit-history.js';
import { type Edits, noEdits } from './edits.js';
import type { FoundEdits } from './found-edits.js';
import { type InquiryService, inquiryService } from './inquiry-service.js';
import { type Answer, type SelectionService, selectionService } from './selection-service.js';
import type { Study } from './study.js';
import { type Keeping, useKeptEdits } from './use-kept-edits.js';
import { workerBeside } from './worker-beside.js';

/** What the page was made from: the same for as long as it is open. */
interface Source {
  readonly data: ExplorerData;
  readonly study: Study;
  /** What the worker reads. */
  readonly texts: DataTexts;
  /** What the plan as loaded selects. */
  readonly loaded: Selection;
}

/** What the page was made from, and the ways to save what becomes of it and to inquire about it. */
interface SavingSource extends Source {
  readonly save: SelectionService['save'];
  readonly inquiries: InquiryService;
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
  /** The edits that gave the selection. */
  readonly selectedBy: Edits;
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
const SourceContext = createContext<SavingSource | undefined>(undefined);
const EditingContext = createContext<Editing | undefined>(undefined);
const ResultContext = createContext<Result | undefined>(undefined);

/** Holds the edits and what they give, for every view. */
export function StudyProvider({ source, found, children }: StudyProviderProps) {
  const [{ present, past, future }, step] = useReducer(nextHistory, found.edits, historyFrom);
  const keeping = useKeptEdits(source.data, found, present, step);
  const [{ service, inquiries }] = useState(() => servicesOf(source));
  const saving = useMemo(() => ({ ...source, save: service.save, inquiries }), [source, service, inquiries]);
  const { result, base } = useAnswers(source, service, present);
  const editing = useMemo(
    () => ({ edits: present, step, canUndo: past.length > 0, canRedo: future.length > 0, base }),
    [present, past, future, base],
  );
  return (
    <SourceContext value={saving}>
      <KeepingContext value={keeping}>
        <EditingContext value={editing}>
          <ResultContext value={result}>{children}</ResultContext>
        </EditingContext>
      </KeepingContext>
    </SourceContext>
  );
}

/** The script of the page, which the build puts around it; undefined where it was built otherwise. */
declare const winnowScript: HTMLScriptElement | null | undefined;

/** Selections follow the hand, inquiries may take long: each have a worker of their own. */
function servicesOf({ study, data, texts }: Source) {
  const script = winnowScript?.textContent ?? undefined;
  const beside = () => (script === undefined ? undefined : workerBeside(texts, script, data.results));
  return { service: selectionService(study, data.generator, beside()), inquiries: inquiryService(beside()) };
}

/** What the edits give. The controls follow the hand; the selection comes when it is worked out, beside the page. */
function useAnswers(source: Source, service: SelectionService, edits: Edits) {
  const [{ result, base }, setShown] = useState<Shown>(() => ({
    result: { edits: noEdits, selection: source.loaded, selectedBy: noEdits, faults: noFaults, moves: noMoves },
    base: { selection: source.loaded, faults: noFaults },
  }));
  useEffect(() => {
    const show = (answer: Answer) => startTransition(() => setShown((last) => shownOf(source, answer, last)));
    service.ask(edits, show);
  }, [service, source, edits]);
  // The worker is made ready while nobody waits for it.
  useEffect(() => {
    const timer = window.setTimeout(service.warmUp, warmUpMs);
    return () => clearTimeout(timer);
  }, [service]);
  return { result, base };
}

/** After the first view is painted. */
const warmUpMs = 400;
const noFaults: readonly Fault[] = [];
const noMoves: Moves = { cameIn: [], wentOut: [] };

interface Shown {
  readonly result: Result;
  readonly base: Base;
}

function shownOf({ loaded }: Source, { edits, result, base }: Answer, last: Shown): Shown {
  const { selection, selectedBy, faults } =
    'faults' in result
      ? { ...last.result, faults: result.faults }
      : { selection: result.selection, selectedBy: edits, faults: noFaults };
  const next: Base =
    base === undefined || 'faults' in base
      ? { selection: loaded, faults: base?.faults ?? noFaults }
      : { selection: base.selection, faults: noFaults };
  const isSame = next.selection === last.base.selection && next.faults === last.base.faults;
  return {
    result: { edits, selection, selectedBy, faults, moves: movesBetween(loaded, selection) },
    base: isSame ? last.base : next,
  };
}

/** Where the edits are, besides in the page. */
export function useKeeping(): Keeping {
  return given(useContext(KeepingContext));
}

/** What the page was made from. */
export function useSource(): SavingSource {
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
