import { readFileSync } from 'node:fs';

/** The figures that an R script of this folder printed (`benefit.R` into `benefit.txt`), by name. */
export function figuresOfR(script: 'benefit' | 'comparing', name: string): readonly number[] {
  const text = readFileSync(new URL(`./${script}.txt`, import.meta.url), 'utf8');
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`${script}.R printed no ${name}`);
  return line.trim().split(/\s+/).slice(1).map(Number);
}
