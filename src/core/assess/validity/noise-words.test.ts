import { expect, it } from 'vitest';
import { measuredComponents } from '../../uplift/paired-tasks.js';
import { noiseWords } from './noise-words.js';

const arms = (with_: readonly number[], without: readonly number[]) =>
  Array.from({ length: 30 }, (_, i) => ({
    cluster: 'one',
    with: with_.map((reward, k) => (i % 2 === 0 ? reward : 1 - (with_[k] ?? 0))),
    without: i % 3 === 0 ? without : without.map((reward) => 1 - reward),
  }));

it.each([
  ['repeats', arms([1, 0], [0, 0]), /^measured on 30 tasks with repeats$/],
  [
    'one run that passes or fails',
    arms([1], [0]),
    /as the pass rates of 30 tasks suggest, because fewer than 20 tasks/,
  ],
  ['one run with a part of the reward', arms([0.4], [0.3]), /^published figures of CodeScaleBench, because/],
])('says how the noise of a run is known of %s', (_, tasks, words) => {
  expect(noiseWords(measuredComponents(tasks))).toMatch(words);
});
