import { useDeferredValue, useMemo, useState } from 'react';
import {
  type AssessInput,
  type OptionChoice,
  type OptionControl,
  optionsOf,
  type Question,
} from '../../../core/assess/question/question.js';
import { questions } from '../../../core/assess/questions.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { assessInput, fittedResults } from '../inquiries/assess-input.js';
import { questionInquiry } from '../inquiries/question-inquiry.js';
import { Worked } from '../parts/worked.js';
import { useResult, useSource } from '../state/study-context.js';
import { useInquiry } from '../state/use-inquiry.js';
import { AnswerView } from './answer-view.js';

/** Every question that can be asked of the selection, with the results at hand. */
export function AssessView() {
  const { data, loaded } = useSource();
  const { selection } = useResult();
  const { results } = data;
  const input = useMemo(() => assessInput({ selection, loaded, results }), [selection, loaded, results]);
  const { why } = fittedResults(loaded, results);
  const asked = questions
    .filter(({ needsResults, hasOwnView }) => hasOwnView !== true && (!needsResults || input.results !== undefined))
    .filter(({ isMeant, whyNot }) => isMeant?.(input) !== false && whyNot?.(input) === undefined);
  return (
    <>
      <h1>Assess</h1>
      {asked.map((question) => (
        <QuestionSection key={question.name} question={question} input={input} />
      ))}
      {data.results === undefined && (
        <section aria-labelledby="results">
          <h2 id="results">Results of runs</h2>
          <p className="empty-state">
            No results are given. With those of earlier runs on the pool, this page shows whether the selected tasks
            give the same answers as all of them, and whether the score tells where a configuration gains:{' '}
            <code>winnow serve PLAN --results FILE</code>.
          </p>
        </section>
      )}
      {why !== undefined && (
        <section aria-labelledby="results">
          <h2 id="results">Results of runs</h2>
          <p className="is-wrong">{visibleText(why, 2000)}</p>
        </section>
      )}
    </>
  );
}

interface QuestionSectionProps {
  readonly question: Question;
  readonly input: AssessInput;
}

type Choices = Readonly<Record<string, OptionChoice['value']>>;

/** One question: what may be chosen, and its answer, at once or when it is asked for. */
function QuestionSection({ question, input }: QuestionSectionProps) {
  const { name, title, summary, isQuick } = question;
  const [chosen, setChosen] = useState<Choices>({});
  const settled = useDeferredValue(chosen);
  const controls = useMemo(() => controlsOf(question, input, chosen), [question, input, chosen]);
  const options = useMemo(() => {
    const values = controlsOf(question, input, settled).map(({ key, at, choices }) => [key, choices[at]?.value]);
    return Object.fromEntries(values);
  }, [question, input, settled]);
  const working = useInquiry(questionInquiry, { question: name, options }, isQuick);
  return (
    <section aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      <p className="quiet">
        {summary.charAt(0).toUpperCase()}
        {summary.slice(1)}.
      </p>
      {controls.length > 0 && (
        <div className="fields">
          {controls.map(({ key, ...shown }) => (
            <Control key={key} {...shown} choose={(value) => setChosen((before) => ({ ...before, [key]: value }))} />
          ))}
        </div>
      )}
      <Worked working={working} ask={`Assess ${name}`}>
        {(answer) => <AnswerView answer={answer} />}
      </Worked>
    </section>
  );
}

interface ShownControl {
  readonly control: OptionControl;
  readonly choices: readonly OptionChoice[];
  /** The place of what is chosen. */
  readonly at: number;
}

/** The options that may be changed, each with what is chosen, or else what is taken at first. */
function controlsOf(question: Question, input: AssessInput, chosen: Choices) {
  return optionsOf(question).flatMap(([key, { control }]): (ShownControl & { readonly key: string })[] => {
    if (control === undefined) return [];
    const choices = control.choices(input);
    if (choices.length < 2) return [];
    const placeOf = (wanted: unknown) => choices.findIndex(({ value }) => value === wanted);
    const own = placeOf(chosen[key]);
    return [{ key, control, choices, at: own >= 0 ? own : Math.max(0, placeOf(control.initial(input))) }];
  });
}

function Control({
  control: { label, isScale },
  choices,
  at,
  choose,
}: ShownControl & { readonly choose: (value: OptionChoice['value']) => void }) {
  const words = choices[at]?.words ?? '';
  const chooseAt = (place: number) => {
    const choice = choices[place];
    if (choice !== undefined) choose(choice.value);
  };
  if (!isScale) {
    return (
      <label>
        <span>{label}</span>
        <select value={at} onChange={(event) => chooseAt(Number(event.target.value))}>
          {choices.map((choice, place) => (
            <option key={choice.value} value={place}>
              {choice.words}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const fill = `${(100 * at) / (choices.length - 1)}%`;
  return (
    <label className="wide" style={{ '--fill': fill } as React.CSSProperties}>
      <span>
        {label}: <output>{words}</output>
      </span>
      <input
        type="range"
        min={0}
        max={choices.length - 1}
        step={1}
        value={at}
        aria-valuetext={words}
        onChange={(event) => chooseAt(event.target.valueAsNumber)}
      />
    </label>
  );
}
