import type { Sensitivity } from './sensitivity.js';

/** What a reader must know before taking the figures for more than they are. */
export function sensitivityNotes(facts: Omit<Sensitivity, 'notes'>): readonly string[] {
  const { weights, benchmarks, seedFrom, seed, ties } = facts;
  const notes: string[] = [];
  const [only, ...more] = weights.filter(({ weight }) => weight > 0);
  if (only !== undefined && more.length === 0) {
    notes.push(
      `Only the component ${only.component} weighs anything: there is nothing to perturb, and the overlap is 1.`,
    );
  }
  const idle = weights.filter(({ weight }) => weight === 0);
  if (idle.length > 0) {
    const names = idle.map(({ component }) => component).join(', ');
    notes.push(`A weight of 0 stays 0, so what it would do is not explored: ${names}.`);
  }
  if (benchmarks.every(({ selected, eligible }) => selected === eligible)) {
    notes.push('Every benchmark is taken whole: no place depends on a score, and the overlap is 1.');
  }
  if (ties.places > 0) {
    notes.push('Ties end at the id in every draw too: the overlap does not show how arbitrary the places by id are.');
  }
  if (seedFrom === 'default') notes.push(`Neither the plan nor the call gives a seed; the draws use "${seed}".`);
  return notes;
}
