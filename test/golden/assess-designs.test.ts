import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWinnow } from '../support/run-winnow.js';

interface DesignsDocument {
  readonly designs: readonly {
    readonly design: string;
    readonly why_not: string | null;
    readonly mean_score: number | null;
  }[];
}

describe('assess designs', () => {
  it.each(['review-assistant', 'tutorial'])('has an optimised design of at least the score of the plan: %s', (name) => {
    const plan = join('examples', name, 'plan.yaml');
    const { designs } = JSON.parse(runWinnow(['assess', 'designs', plan, '--json']).stdout) as DesignsDocument;
    const found = new Map(designs.map((each) => [each.design, each]));
    expect(found.get('optimised')?.why_not).toBeNull();
    expect(found.get('optimised')?.mean_score ?? 0).toBeGreaterThan(found.get('plan')?.mean_score ?? 1);
    expect(found.get('ranked')?.mean_score ?? 0).toBeGreaterThanOrEqual(found.get('optimised')?.mean_score ?? 1);
  });
});
