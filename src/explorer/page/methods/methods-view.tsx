import type { TargetedMouseEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import {
  type AssessInput,
  type OptionChoice,
  optionsOf,
  type Question,
} from '../../../core/assess/question/question.js';
import { questions } from '../../../core/assess/questions.js';
import { capital } from '../../../core/text/words.js';
import { AnswerView, Sections } from '../blocks/blocks.js';
import { Choice, StepSlider, Titled, Worked } from '../parts/controls.js';
import { useDeferredValue } from '../parts/hooks.js';
import { assessInput } from '../state/inquiries.js';
import { useInquiry, useResult, useSource } from '../state/study-context.js';
import { Designs, designsId } from './designs.js';

/** For larger pools the methodology is shown on request, because hashing them takes a while. */
const mostAtOnce = 20_000;

/** How the selection was made and what it can support: designs, every question of `assess`, and the methodology. */
export function MethodsView() {
  const { asked, input } = useQuestions();
  const { selection } = useResult();
  const methodology = useInquiry('methodology', {}, selection.statistics.available <= mostAtOnce);
  const isFixed = useSource().data.fixed !== undefined;
  const contents = [
    ...(isFixed ? [] : [[designsId, 'Designs'] as const, ...asked.map(({ name, title }) => [name, title] as const)]),
    ['methodology', 'Methodology'] as const,
  ];
  return (
    <div class="methods">
      <h1>Methods</h1>
      <nav class="contents" aria-label="Contents">
        <ul>
          {contents.map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} onClick={(event) => goToHeading(event, id)}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="methods-main">
        {!isFixed && <Designs />}
        {!isFixed && asked.map((question) => <QuestionSection key={question.name} question={question} input={input} />)}
        <Titled id="methodology" title="Methodology">
          <p class="quiet">The contents of METHODOLOGY.md, which Winnow writes with every selection.</p>
          <Worked working={methodology} ask="Show the methodology">
            {(sections) => <Sections sections={sections} isFolded />}
          </Worked>
        </Titled>
      </div>
    </div>
  );
}

/** Goes to a heading; the address hash can't do that, because it contains the view. */
function goToHeading(event: TargetedMouseEvent<HTMLAnchorElement>, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}

/** The questions of `assess` that apply to the selection and the results, and their inputs. */
function useQuestions(): { readonly asked: readonly Question[]; readonly input: AssessInput } {
  const { data, loaded } = useSource();
  const { selection } = useResult();
  const { results } = data;
  return useMemo(() => {
    const input = assessInput({ selection, loaded, results });
    const asked = questions
      .filter(({ needsResults, hasOwnView }) => hasOwnView !== true && (!needsResults || input.results !== undefined))
      .filter(({ isMeant, whyNot }) => isMeant?.(input) !== false && whyNot?.(input) === undefined);
    return { asked, input };
  }, [selection, loaded, results]);
}

type Choices = Readonly<Record<string, OptionChoice['value']>>;

function QuestionSection({ question, input }: { readonly question: Question; readonly input: AssessInput }) {
  const { name, title, summary, isQuick = false } = question;
  const [chosen, setChosen] = useState<Choices>({});
  const settled = useDeferredValue(chosen);
  const controls = useMemo(() => controlsOf(question, input, chosen), [question, input, chosen]);
  const options = useMemo(() => {
    const values = controlsOf(question, input, settled).map(({ key, at, choices }) => [key, choices[at]?.value]);
    return Object.fromEntries(values);
  }, [question, input, settled]);
  const working = useInquiry('question', { question: name, options }, isQuick);
  return (
    <Titled id={name} title={title}>
      <p class="quiet">{capital(summary)}.</p>
      {controls.length > 0 && (
        <div class="fields">
          {controls.map(({ key, label, isScale, choices, at }) => {
            const choose = (place: number) => {
              const choice = choices[place];
              if (choice !== undefined) setChosen((before) => ({ ...before, [key]: choice.value }));
            };
            if (isScale) {
              const words = choices[at]?.words ?? '';
              return <StepSlider key={key} {...{ label, words, at }} steps={choices.length} onMove={choose} />;
            }
            const names = choices.map(({ words }, place) => [String(place), words] as const);
            const chooseNamed = (value: string) => choose(Number(value));
            return <Choice key={key} label={label} value={String(at)} options={names} onChoose={chooseNamed} />;
          })}
        </div>
      )}
      <Worked working={working} ask={`Assess ${name}`}>
        {(answer) => <AnswerView answer={answer} />}
      </Worked>
    </Titled>
  );
}

function controlsOf(question: Question, input: AssessInput, chosen: Choices) {
  return optionsOf(question).flatMap(([key, { control }]) => {
    if (control === undefined) return [];
    const choices = control.choices(input);
    if (choices.length < 2) return [];
    const placeOf = (wanted: unknown) => choices.findIndex(({ value }) => value === wanted);
    const own = placeOf(chosen[key]);
    const at = own >= 0 ? own : Math.max(0, placeOf(control.initial(input)));
    return [{ key, label: control.label, isScale: control.isScale, choices, at }];
  });
}
