import { useState } from 'preact/hooks';
import type { Selection } from '../../../core/model/selection.js';
import { countOf, formatCount, visibleText } from '../../../core/text/words.js';
import type { ExplorerData } from '../../explorer-data.js';
import { Button, Titled } from '../parts/controls.js';
import { isUnedited } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';

export function Share() {
  const { data } = useSource();
  const { selection } = useResult();
  const { edits } = useEditing();
  const [said, setSaid] = useState('');
  const copy = async (name: string, text: string) => {
    await navigator.clipboard.writeText(text);
    setSaid(`${name} copied.`);
  };
  const citation = citationOf(selection, data);
  const bibtex = bibtexOf(selection, data);
  return (
    <Titled id="share" title="Share" class="share">
      <div class="buttons">
        <Button onClick={() => copy('Link', window.location.href)}>Copy link</Button>
        <Button onClick={() => copy('Citation', citation)}>Copy citation</Button>
        <Button onClick={() => copy('BibTeX', bibtex)}>Copy BibTeX</Button>
        <Button onClick={() => window.print()}>Print</Button>
        <span role="status" class="quiet">
          {said}
        </span>
      </div>
      <p class="citation">{citation}</p>
      <pre class="citation">{bibtex}</pre>
      <p class="quiet">
        The link includes the filter, the chart settings and all changes to the plan. To show only the chart and its
        caption, add <code>?embed=chart</code> before the <code>#</code>.
        {!isUnedited(edits) && ' The SHA-256 is that of the changed plan.'}
      </p>
    </Titled>
  );
}

type Made = Pick<ExplorerData, 'generator' | 'planFile'>;

/** The number of characters of a plan's hash in a citation. */
const hashLength = 16;

/** A citation of a selection: title, size, plan with its hash, and program. */
export function citationOf({ plan, statistics }: Selection, { generator, planFile }: Made): string {
  const tasks = `${formatCount(statistics.selected)} of ${countOf(statistics.available, 'task')}`;
  return `${visibleText(plan.title, 200)}: ${tasks}. Plan ${visibleText(planFile, 80)}, SHA-256 ${plan.hash.slice(0, hashLength)}; ${visibleText(generator, 40)}.`;
}

function bibtexOf({ plan, statistics }: Selection, { generator, planFile }: Made): string {
  const plain = (text: string, most: number) =>
    visibleText(text, most).replace(/[{}\\%$#&_^~]/g, (sign) => `\\${sign}`);
  const key = plan.name.replace(/[^A-Za-z0-9-]/g, '') || 'selection';
  return [
    `@misc{${key}-${plan.hash.slice(0, 8)},`,
    `  title = {${plain(plan.title, 200)}},`,
    `  note = {${formatCount(statistics.selected)} of ${countOf(statistics.available, 'task')}; plan ${plain(planFile, 80)}, SHA-256 ${plan.hash.slice(0, hashLength)}},`,
    `  howpublished = {${plain(generator, 40)}}`,
    '}',
  ].join('\n');
}
