import { useState } from 'preact/hooks';
import { Button, Titled } from '../parts/controls.js';
import { isUnedited } from '../state/edits.js';
import { useEditing, useResult, useSource } from '../state/study-context.js';
import { bibtexOf, citationOf } from './citation.js';

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
        The link keeps the filter, the chart and all changes to the plan. With <code>?embed=chart</code> before the{' '}
        <code>#</code>, the page shows only the chart and its caption.
        {!isUnedited(edits) && ' The hash covers the plan with the changes made on this page.'}
      </p>
    </Titled>
  );
}
