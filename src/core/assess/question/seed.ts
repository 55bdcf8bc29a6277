export interface Seed {
  readonly seed: string;
  readonly seedFrom: 'option' | 'plan' | 'default';
}

export function seedOf(given: string | undefined, planned: string | number | undefined): Seed {
  if (given !== undefined) return { seed: given, seedFrom: 'option' };
  if (planned !== undefined) return { seed: String(planned), seedFrom: 'plan' };
  return { seed: '0', seedFrom: 'default' };
}

export const seedWords: Readonly<Record<Seed['seedFrom'], string>> = {
  option: 'given',
  plan: "the plan's",
  default: 'none was given',
};
