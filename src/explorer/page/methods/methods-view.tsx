import type { TargetedMouseEvent } from 'preact';
import { Sections } from '../blocks/blocks.js';
import { Titled, Worked } from '../parts/controls.js';
import { useInquiry, useResult, useSource } from '../state/study-context.js';
import { Designs, designsId } from './designs.js';
import { QuestionSection, useQuestions } from './questions.js';

/** Larger pools are described on request, because hashing them takes a while. */
const mostAtOnce = 20_000;

/** How the selection was made and how far it can be trusted: designs, every question of `assess`, and the methodology. */
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
          <p class="quiet">The text of METHODOLOGY.md, which Winnow writes beside a selection.</p>
          <Worked working={methodology} ask="Write the methodology">
            {(sections) => <Sections sections={sections} isFolded />}
          </Worked>
        </Titled>
      </div>
    </div>
  );
}

/** Goes to a heading of the view; the address is taken by the views. */
function goToHeading(event: TargetedMouseEvent<HTMLAnchorElement>, id: string): void {
  event.preventDefault();
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
