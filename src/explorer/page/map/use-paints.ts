import { type RefObject, useEffect, useState } from 'react';
import type { Paints, Rgb } from './paint-points.js';
import { resultKinds } from './point-colours.js';

/** Changes whenever the page may have other colours: by the system, the page's own button, or forced colours. */
export function useColourVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const changed = () => setVersion((each) => each + 1);
    const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((text) => window.matchMedia(text));
    for (const query of queries) query.addEventListener('change', changed);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      for (const query of queries) query.removeEventListener('change', changed);
      observer.disconnect();
    };
  }, []);
  return version;
}

/** What the style sheet says the points of a map are drawn in: its element has a part for each colour. */
export function readPaints(probe: RefObject<HTMLElement | null>): Paints {
  const colourOf = (name: string): Rgb => {
    const part = probe.current?.querySelector(`.map-colour-${name}`);
    const [red = 128, green = 128, blue = 128] = (part ? getComputedStyle(part).color : '').match(/[\d.]+/g) ?? [];
    return [Number(red), Number(green), Number(blue)];
  };
  const background = colourOf('background');
  const selected = resultKinds.map(colourOf);
  return {
    background,
    // A system that forces its colours has none that stands back enough.
    hidden: mixed(colourOf('hidden'), background, window.matchMedia('(forced-colors: active)').matches ? 0.65 : 0),
    selected,
    // What is not selected stands back a little; of results it keeps its colour.
    others: selected.map((colour, at) => (at === 0 ? colourOf('out') : mixed(colour, background, 0.25))),
  };
}

/** The names of the colours that the style sheet gives. */
export const paintNames: readonly string[] = ['background', 'hidden', 'out', 'came', 'went', 'brush', ...resultKinds];

function mixed(colour: Rgb, other: Rgb, share: number): Rgb {
  const mix = (at: 0 | 1 | 2) => Math.round(colour[at] * (1 - share) + other[at] * share);
  return [mix(0), mix(1), mix(2)];
}
