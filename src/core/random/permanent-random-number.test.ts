import { describe, expect, it } from 'vitest';
import { permanentRandomNumber } from './permanent-random-number.js';

// The vectors were computed apart from this code, from SHA-256 alone.
describe('a permanent random number', () => {
  it.each([
    ['ansible/ansible', 'task-001', 0.7111650297407394],
    ['ansible/ansible', 'task-002', 0.8579568866711911],
    ['ansible/ansible', 'task-003', 0.6102184465172538],
    ['flipt-io/flipt', 'task-001', 0.09652020468043554],
  ])('is the published one for %s %s', (key, id, expected) => {
    expect(permanentRandomNumber('42', key, id)).toBe(expected);
  });

  it('puts ten tasks in the published order', () => {
    const ids = Array.from({ length: 10 }, (_, i) => `task-${String(i + 1).padStart(3, '0')}`);
    const order = ids.toSorted((a, b) => permanentRandomNumber('42', 'A', a) - permanentRandomNumber('42', 'A', b));
    expect(order.map((id) => id.slice(5))).toEqual('005,002,003,006,009,007,004,010,008,001'.split(','));
  });
});
