import { endsInBackslash } from './ends-in-backslash.js';
import type { Heredoc } from './find-heredocs.js';

/** The lines of a script that may end a heredoc, found without a walk over the script for each heredoc. */
export class DelimiterLines {
  readonly #lines: readonly string[];
  readonly #byText = new Map<string, number[]>();
  readonly #byHeredoc = new Map<string, readonly number[]>();

  /** Takes lines without their ends. */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
    lines.forEach((line, at) => {
      const text = line.replace(/^\t+/, '');
      const places = this.#byText.get(text);
      if (places === undefined) this.#byText.set(text, [at]);
      else places.push(at);
    });
  }

  /** The first line at or after a place that ends the heredoc. */
  find(heredoc: Heredoc, from: number): number | undefined {
    const places = this.#placesOf(heredoc);
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return places[low];
  }

  #placesOf({ delimiter, literal, stripsTabs }: Heredoc): readonly number[] {
    const key = `${literal} ${stripsTabs} ${delimiter}`;
    const known = this.#byHeredoc.get(key);
    if (known !== undefined) return known;
    const places = (this.#byText.get(delimiter.replace(/^\t+/, '')) ?? []).filter((at) => {
      // In a body that is not literal, a backslash at a line's end makes the next line part of it.
      if (!literal && endsInBackslash(this.#lines[at - 1] ?? '')) return false;
      return stripsTabs || this.#lines[at] === delimiter;
    });
    this.#byHeredoc.set(key, places);
    return places;
  }
}
