import { expect, it } from 'vitest';
import { PlanError } from './errors.js';

it('an error gives advice that several faults in a row share once, after the last of them', () => {
  const fault = (message: string, hint: string) => ({ code: 'plan/invalid', message, hint });
  const { message } = new PlanError([fault('one', 'Fix it.'), fault('two', 'Fix it.'), fault('three', 'Wait.')]);
  expect(message).toBe('one\ntwo\n    Fix it.\nthree\n    Wait.');
});
