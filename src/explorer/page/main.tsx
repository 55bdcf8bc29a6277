import { render } from 'preact';
import { pageElementId } from '../explorer-data.js';
import { App } from './app.js';
import { readData } from './read-data.js';
import { findEdits } from './state/kept-edits.js';
import { serveQuestions } from './state/worker.js';
import './page.css';

if (typeof document === 'undefined') serveQuestions();
else {
  const place = document.getElementById(pageElementId);
  if (place !== null) void start(place);
}

async function start(into: HTMLElement): Promise<void> {
  const read = await readData(document);
  const isFixed = 'problem' in read || read.data.fixed !== undefined;
  const found = isFixed ? undefined : await findEdits(read.data);
  into.replaceChildren();
  render(<App read={read} found={found} />, into);
}
