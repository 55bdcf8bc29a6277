import { type ComponentChildren, type Context, createContext } from 'preact';
import { type Dispatch, useContext, useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import type { PoolResults } from '../../../core/assess/question/pool-results.js';
import type { Fault } from '../../../core/model/errors.js';
import type { Selection } from '../../../core/model/selection.js';
import type { ExplorerData } from '../../explorer-data.js';
import type { PackedSelection } from '../../packed/selection-columns.js';
import type { Working } from '../parts/controls.js';
import { type Moves, movesBetween } from './compare-selections.js';
import { type Edits, type HistoryStep, historyFrom, nextHistory, noEdits } from './edits.js';
import { type Asked, type Found, fittedResults, type InquiryName, ofLoaded } from './inquiries.js';
import { type FoundEdits, type Keeping, useKeptEdits } from './kept-edits.js';
import { type Answer, type Answered, inquiryService, selectionService } from './services.js';
import { workerBeside } from './worker.js';

export interface Source {
  readonly data: ExplorerData;
  /** The packed data, for the workers. */
  readonly packed: string;
  readonly loaded: Selection;
  readonly unpack: (packed: PackedSelection) => Selection;
  /** The names of the dropped files, if the results are from dropped files. */
  readonly dropped?: string | undefined;
  /** Shows the results in files, which stay in the browser. */
  readonly drop: (files: readonly File[]) => Promise<void>;
}

interface ServedSource extends Source {
  readonly save: ReturnType<typeof selectionService>['save'];
  readonly service: ReturnType<typeof inquiryService>;
}

/** The edits, as shown by the controls immediately. */
interface Editing {
  readonly edits: Edits;
  /** `moving`: the control being moved, whose edits are together one step to undo. */
  readonly edit: (change: (edits: Edits) => Edits, moving?: string) => void;
  /** Ends the move of a control. */
  readonly settle: () => void;
  readonly step: Dispatch<HistoryStep>;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** The starting point of the controls. */
  readonly base: Base;
}

/** The selection by the plan text, as loaded or rewritten, before other edits; and the errors in that text. */
interface Base {
  readonly selection: Selection;
  readonly faults: readonly Fault[];
}

/** The selection with the edits, which lags behind them. */
interface Result extends Base {
  readonly edits: Edits;
  /** The edits that made the selection; older ones if `edits` have errors. */
  readonly selectedBy: Edits;
  /** Changes from the plan as loaded. */
  readonly moves: Moves;
}

const KeepingContext = createContext<Keeping | undefined>(undefined);
const SourceContext = createContext<ServedSource | undefined>(undefined);
const EditingContext = createContext<Editing | undefined>(undefined);
const ResultContext = createContext<Result | undefined>(undefined);

function useGiven<Value>(context: Context<Value | undefined>): Value {
  const value = useContext(context);
  if (value === undefined) throw new TypeError('There is no study around this component.');
  return value;
}

export const useKeeping = () => useGiven(KeepingContext);
export const useSource = () => useGiven(SourceContext);
export const useEditing = () => useGiven(EditingContext);
export const useResult = () => useGiven(ResultContext);

interface StudyProviderProps {
  readonly source: Source;
  readonly found: FoundEdits;
  readonly children: ComponentChildren;
}

/** Provides all views with the edits and the resulting selection. */
export function StudyProvider({ source, found, children }: StudyProviderProps) {
  const [{ present, past, future }, step] = useReducer(nextHistory, found.edits, historyFrom);
  const keeping = useKeptEdits(source.data, found, present, step);
  const [{ selections, service }] = useState(() => servicesOf(source));
  const served = useMemo(() => ({ ...source, save: selections.save, service }), [source, selections, service]);
  const { result, base } = useAnswers(source, selections, present);
  const [{ edit, settle }] = useState<Pick<Editing, 'edit' | 'settle'>>(() => ({
    edit: (change, moving) => step({ kind: 'edit', change, moving }),
    settle: () => step({ kind: 'settle' }),
  }));
  const editing = useMemo(
    () => ({ edits: present, edit, settle, step, canUndo: past.length > 0, canRedo: future.length > 0, base }),
    [present, edit, settle, past, future, base],
  );
  return (
    <SourceContext value={served}>
      <KeepingContext value={keeping}>
        <EditingContext value={editing}>
          <ResultContext value={result}>{children}</ResultContext>
        </EditingContext>
      </KeepingContext>
    </SourceContext>
  );
}

/** The script element of the page, which the build defines; undefined in other builds. */
declare const winnowScript: HTMLScriptElement | null | undefined;

/** Each service has its own worker, because selecting must be immediate and inquiries may take long. */
function servicesOf({ data, packed, loaded, unpack }: Source) {
  const beside = () => workerBeside(data, packed, winnowScript?.textContent ?? undefined);
  return { selections: selectionService(loaded, unpack, beside()), service: inquiryService(beside()) };
}

function useAnswers(source: Source, selections: ReturnType<typeof selectionService>, edits: Edits) {
  const [shown, setShown] = useState<Shown>(() => ({
    result: { edits: noEdits, selection: source.loaded, selectedBy: noEdits, faults: noFaults, moves: noMoves },
    base: { selection: source.loaded, faults: noFaults },
  }));
  useEffect(() => {
    selections.ask(edits, (answer) => setShown((last) => shownOf(source, answer, last)));
  }, [selections, source, edits]);
  useEffect(() => {
    const timer = window.setTimeout(selections.warmUp, warmUpMs);
    return () => clearTimeout(timer);
  }, [selections]);
  return shown;
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
  const next: Base = { selection: loaded, faults: noFaults, ...base };
  const isSame = next.selection === last.base.selection && next.faults === last.base.faults;
  return {
    result: { edits, selection, selectedBy, faults, moves: movesBetween(loaded, selection) },
    base: isSame ? last.base : next,
  };
}

/** The results on the page, matched to the tasks of the pool; undefined without results. */
export function usePoolResults(): PoolResults | undefined {
  const { data, loaded } = useSource();
  return fittedResults(loaded, data.results).results?.pool;
}

/** Makes an inquiry about the page's content: immediately if `soon`, otherwise when started. */
export function useInquiry<Name extends InquiryName>(
  name: Name,
  asked: Asked<Name>,
  soon: boolean,
): Working<Found<Name>> {
  const [pressed, setPressed] = useState<{ readonly key: string; readonly isOn: boolean }>();
  const isWanted = (key: string) => (pressed?.key === key ? pressed.isOn : soon);
  const { answers, found, keys } = useFound(name, [asked], isWanted);
  const [[answer], [key = '']] = [answers, keys];
  const done = [...found.values()].findLast(({ state }) => state === 'done');
  const before = done?.state === 'done' ? done.value : undefined;
  return {
    work: answer ?? (isWanted(key) ? { state: 'working', before } : { state: 'idle' }),
    start: () => setPressed({ key, isOn: true }),
    stop: () => setPressed({ key, isOn: false }),
  };
}

/** Makes the same inquiry about several subjects, one after the other; undefined for those not answered yet. */
export function useInquiries<Name extends InquiryName>(name: Name, asked: readonly Asked<Name>[]) {
  return useFound(name, asked, () => true).answers;
}

function useFound<Name extends InquiryName>(
  name: Name,
  asked: readonly Asked<Name>[],
  isWanted: (key: string) => boolean,
) {
  // The service caches answers of all types; answers to this inquiry have this type.
  type Own = Answered<Found<Name>>;
  const { data, service } = useSource();
  const { selectedBy } = useResult();
  const edits = ofLoaded.has(name) ? noEdits : selectedBy;
  const requests = asked.map((each) => ({ name, asked: each, edits, results: data.results }));
  const keys = requests.map(service.keyOf);
  const [found, setFound] = useState<ReadonlyMap<string, Own>>(() => new Map());
  const answers = keys.map((key) => found.get(key) ?? (service.known(key) as Own | undefined));
  const wanted = keys.filter(isWanted).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the requests
  useEffect(() => {
    if (wanted === '') return undefined;
    const abort = new AbortController();
    for (const key of wanted.split('\n')) {
      const request = requests[keys.indexOf(key)];
      if (request === undefined || found.has(key) || service.known(key) !== undefined) continue;
      void service.inquire(request, abort.signal).then((answer) => {
        if (answer !== undefined) setFound((before) => new Map(before).set(key, answer as Own));
      });
    }
    return () => abort.abort();
  }, [wanted, service]);
  return { answers, found, keys };
}
