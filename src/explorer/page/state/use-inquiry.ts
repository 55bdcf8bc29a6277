import { startTransition, useEffect, useState } from 'react';
import type { Inquiry } from '../inquiries/inquiry.js';
import { noEdits } from './edits.js';
import type { Answered } from './inquiry-service.js';
import { selectionOf } from './selection-worker.js';
import { useResult, useSource } from './study-context.js';

/** Work that takes a while: not begun, being done, done, or not possible. */
type Work<Value> =
  | { readonly state: 'idle' }
  /** `before`: what came of it before what is asked changed. */
  | { readonly state: 'working'; readonly before: Value | undefined }
  | Answered<Value>;

/** Work with the ways to begin it and to end it early. */
export interface Working<Value> {
  readonly work: Work<Value>;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Inquires about what the page shows: at once when `soon`, otherwise when it is started. */
export function useInquiry<Asked, Found>(inquiry: Inquiry<Asked, Found>, asked: Asked, soon: boolean): Working<Found> {
  const [pressed, setPressed] = useState<{ readonly key: string; readonly isOn: boolean }>();
  const { answers, found, keys } = useAnswers(inquiry, [asked], (key) => (pressed?.key === key ? pressed.isOn : soon));
  const [[answer], [key = '']] = [answers, keys];
  const isOn = pressed?.key === key ? pressed.isOn : soon;
  const done = [...found.values()].findLast(({ state }) => state === 'done');
  const before = done?.state === 'done' ? done.value : undefined;
  return {
    work: answer ?? (isOn ? { state: 'working', before } : { state: 'idle' }),
    start: () => setPressed({ key, isOn: true }),
    stop: () => setPressed({ key, isOn: false }),
  };
}

/** Makes the same inquiry about several things, one after the other; undefined for those that are not answered yet. */
export function useInquiries<Asked, Found>(
  inquiry: Inquiry<Asked, Found>,
  asked: readonly Asked[],
  isOn: boolean,
): readonly (Answered<Found> | undefined)[] {
  return useAnswers(inquiry, asked, () => isOn).answers;
}

function useAnswers<Asked, Found>(
  inquiry: Inquiry<Asked, Found>,
  asked: readonly Asked[],
  isOn: (key: string) => boolean,
) {
  const { data, study, loaded, inquiries } = useSource();
  const { selection, selectedBy } = useResult();
  const edits = inquiry.isOfLoaded === true ? noEdits : selectedBy;
  const inFull = () => selectionOf(study.runText(edits));
  const about = { loaded, selection, inFull, results: data.results, generator: data.generator };
  const requests = asked.map((each) => ({ inquiry, asked: each, edits, about }));
  const keys = requests.map(inquiries.keyOf);
  const [found, setFound] = useState<ReadonlyMap<string, Answered<Found>>>(() => new Map());
  const answers = keys.map((key) => found.get(key) ?? inquiries.known<Found>(key));
  const wanted = keys.filter(isOn).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say all that the requests hold
  useEffect(() => {
    if (wanted === '') return undefined;
    const abort = new AbortController();
    for (const key of wanted.split('\n')) {
      const request = requests[keys.indexOf(key)];
      if (request === undefined || found.has(key) || inquiries.known(key) !== undefined) continue;
      void inquiries.inquire(request, abort.signal).then((answer) => {
        // A long answer is shown in steps, between which the page does other things.
        if (answer !== undefined) startTransition(() => setFound((before) => new Map(before).set(key, answer)));
      });
    }
    return () => abort.abort();
  }, [wanted, inquiries]);
  return { answers, found, keys };
}
