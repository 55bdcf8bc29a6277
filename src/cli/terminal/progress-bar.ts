import { formatCount } from '../../core/text/words.js';

const silentMilliseconds = 1000;
const betweenMilliseconds = 100;
const barWidth = 24;

/** Where the line is written. */
interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): boolean;
}

/** A progress line, shown only on a terminal and only if the work takes longer than a second. */
export class ProgressBar {
  readonly #stream: Terminal;
  readonly #clock: () => number;
  readonly #start: number;
  #last = 0;
  #shown = false;

  /** @param clock Milliseconds, from whenever. */
  constructor(stream: Terminal, clock = () => performance.now()) {
    this.#stream = stream;
    this.#clock = clock;
    this.#start = clock();
  }

  /** Shows how much is done, if that is known, and how much was read. */
  readonly update = ({ found, share }: { readonly found: number; readonly share: number | undefined }): void => {
    if (this.#stream.isTTY !== true) return;
    const now = this.#clock();
    if (now - this.#start < silentMilliseconds || now - this.#last < betweenMilliseconds) return;
    this.#last = now;
    this.#shown = true;
    this.#stream.write(`\r${barOf(share)}${formatCount(found)} read\u001b[K`);
  };

  /** Takes the line away. */
  end(): void {
    if (this.#shown) this.#stream.write('\r\u001b[K');
  }
}

/** Empty if the share is unknown: an empty bar would look like no progress. */
function barOf(share: number | undefined): string {
  if (share === undefined) return '';
  const done = Math.round(Math.min(1, Math.max(0, share)) * barWidth);
  return `[${'#'.repeat(done)}${'.'.repeat(barWidth - done)}] `;
}
