import { describe, expect, it } from 'vitest';
import { sharedRead } from './server.js';

/** Reads that end, and rests that are over, when the test says so. */
function handled() {
  const reads: { end(): void; fail(): void }[] = [];
  const rests: (() => void)[] = [];
  const shared = sharedRead(
    () => {
      const number = reads.length + 1;
      return new Promise<number>((resolve, reject) =>
        reads.push({ end: () => resolve(number), fail: () => reject(new Error('unreadable')) }),
      );
    },
    () => new Promise((resolve) => rests.push(resolve)),
  );
  return { shared, reads, rests };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('reads that are shared', () => {
  it('are one for all who ask at once', async () => {
    const { shared, reads } = handled();
    const asked = Array.from({ length: 100 }, () => shared());
    await settle();
    expect(reads).toHaveLength(1);
    reads[0]?.end();
    expect(new Set(await Promise.all(asked))).toEqual(new Set([1]));
  });

  it('give nobody what was read before it was asked for', async () => {
    const { shared, reads, rests } = handled();
    const first = shared();
    await settle();
    const later = [shared(), shared()];
    await settle();
    expect(reads).toHaveLength(1);
    reads[0]?.end();
    rests[0]?.();
    await settle();
    expect(reads).toHaveLength(2);
    reads[1]?.end();
    expect(await Promise.all([first, ...later])).toEqual([1, 2, 2]);
  });

  it('rest in between', async () => {
    const { shared, reads, rests } = handled();
    const first = shared();
    await settle();
    reads[0]?.end();
    await first;
    void shared();
    await settle();
    expect(reads).toHaveLength(1);
    rests[0]?.();
    await settle();
    expect(reads).toHaveLength(2);
  });

  it('go on after one that failed', async () => {
    const { shared, reads, rests } = handled();
    const first = shared();
    await settle();
    reads[0]?.fail();
    rests[0]?.();
    await expect(first).rejects.toThrow('unreadable');
    const second = shared();
    await settle();
    reads[1]?.end();
    expect(await second).toBe(2);
  });
});
