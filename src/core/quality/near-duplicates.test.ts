import { describe, expect, it } from 'vitest';
import { sfc32 } from '../statistics/random-numbers.js';
import { nearDuplicateSimilarity, StatementComparer } from './near-duplicates.js';

function findingsOf(texts: ReadonlyMap<string, string>) {
  const comparer = new StatementComparer();
  for (const [id, text] of texts) comparer.add(id, text);
  return comparer.findings();
}

/** The share of runs of three words that both texts have, worked out with sets of strings. */
function similarityOf(a: string, b: string): number {
  const runs = (text: string) => {
    const words = text.toLowerCase().split(' ');
    return new Set(words.slice(2).map((_, i) => words.slice(i, i + 3).join(' ')));
  };
  const [first, second] = [runs(a), runs(b)];
  const both = [...first].filter((run) => second.has(run)).length;
  return both / (first.size + second.size - both);
}

const stream = sfc32([1, 2, 3, 4]);
const wordAt = () => `w${Math.floor(5000 * stream.double()).toString(36)}`;
const textOf = (words: number) => Array.from({ length: words }, wordAt);

describe('texts that repeat others', () => {
  it('have the same words, whatever the case, spaces and signs', () => {
    const { groups } = findingsOf(
      new Map([
        ['a', 'Fix the parser.'],
        ['b', 'Write the tests'],
        ['c', '  fix THE parser!\n'],
      ]),
    );
    expect(groups).toEqual([{ kept: 'a', others: [{ id: 'c', of: 'a', similarity: 1, isSame: true }] }]);
  });

  it('are found from the stated similarity on, which is exact, and no others', () => {
    const texts = new Map<string, string>();
    const planted: { readonly id: string; readonly of: string; readonly similarity: number }[] = [];
    for (let i = 0; i < 1500; i++) texts.set(`t${i}`, textOf(40 + Math.floor(200 * stream.double())).join(' '));
    for (let i = 0; i < 400; i++) {
      const of = `t${i * 3}`;
      const own = (texts.get(of) ?? '').split(' ');
      const share = 0.08 * stream.double();
      const text = own.map((word) => (stream.double() < share ? wordAt() : word)).join(' ');
      texts.set(`copy${i}`, text);
      planted.push({ id: `copy${i}`, of, similarity: similarityOf(text, texts.get(of) ?? '') });
    }
    const { groups, compared } = findingsOf(texts);
    expect(compared).toBeGreaterThan(1800);
    const found = new Map(groups.flatMap(({ others }) => others).map((each) => [each.id, each]));
    const wanted = planted.filter(({ similarity }) => similarity >= nearDuplicateSimilarity);
    expect(wanted.length).toBeGreaterThan(100);
    const recalled = wanted.filter(({ id, of }) => found.get(id)?.of === of);
    expect(recalled.length / wanted.length).toBeGreaterThanOrEqual(0.95);
    for (const { id, similarity } of recalled) expect(found.get(id)?.similarity).toBeCloseTo(similarity, 10);
    expect([...found.keys()].filter((id) => !wanted.some((each) => each.id === id))).toEqual([]);
  });

  it('are not those that only share a template', () => {
    const template = textOf(200).join(' ');
    const texts = new Map(Array.from({ length: 60 }, (_, i) => [`t${i}`, `${template} ${textOf(30).join(' ')}`]));
    texts.set('same', template);
    const { groups, templated } = findingsOf(texts);
    expect(groups).toEqual([]);
    expect(templated).toBe(1);
  });

  it('are the same in any order but for the one that is kept', () => {
    const base = textOf(80);
    const texts = [base, [...base.slice(0, 70), 'x'], [...base.slice(0, 72), 'y', 'z']].map((each) => each.join(' '));
    const members = (order: readonly number[]) =>
      findingsOf(new Map(order.map((i) => [`t${i}`, texts[i] ?? '']))).groups.map(({ kept, others }) =>
        [kept, ...others.map(({ id }) => id)].sort(),
      );
    expect(members([0, 1, 2])).toEqual([['t0', 't1', 't2']]);
    expect(members([2, 0, 1])).toEqual([['t0', 't1', 't2']]);
  });
});
