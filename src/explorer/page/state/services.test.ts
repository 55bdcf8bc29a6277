import { describe, expect, it } from 'vitest';
import { WinnowError } from '../../../core/model/errors.js';
import { noEdits } from './edits.js';
import { inquestOf } from './inquiries.js';
import { inquiryService } from './services.js';
import type { WorkerBeside, WorkerQuestion } from './worker.js';

const forever = new AbortController().signal;

const request = (asked: number) => ({ name: 'toy', asked, edits: noEdits, results: undefined });

/** A service whose worker answers a toy inquiry at once. */
function serviceOf(answer: (asked: number) => unknown) {
  const list = { toy: (_: unknown, asked: number) => answer(asked) };
  const about = () => ({}) as never;
  const ask: WorkerBeside['ask'] = async ({ name = '', asked }) => inquestOf(name, about, asked, list) as never;
  return inquiryService({ ask, tell: () => undefined, stop: () => undefined });
}

/** A worker that answers when it is told to. */
function toyWorker() {
  const waiting: { readonly question: WorkerQuestion; readonly resolve: (value: unknown) => void }[] = [];
  const stops: number[] = [];
  const beside: WorkerBeside = {
    ask: (question) =>
      new Promise((resolve) => {
        waiting.push({
          question,
          resolve: (value) => resolve(value === undefined ? undefined : ({ value } as never)),
        });
      }),
    tell: () => undefined,
    stop: () => {
      stops.push(waiting.length);
      waiting.at(-1)?.resolve(undefined);
    },
  };
  return { beside, waiting, stops };
}

describe('inquiries', () => {
  it('are answered in their order, and those that were answered are known', async () => {
    const order: number[] = [];
    const service = serviceOf((asked) => order.push(asked));
    await Promise.all([3, 1, 2].map((asked) => service.inquire(request(asked), forever)));
    expect(order).toEqual([3, 1, 2]);
    expect(service.known(service.keyOf(request(1)))).toEqual({ state: 'done', value: 2 });
    await service.inquire(request(1), forever);
    expect(order).toEqual([3, 1, 2]);
  });

  it('say what is wrong, with the input or with the program, and are asked again', async () => {
    const errors = [new WinnowError([{ code: 'usage', message: 'seven is too many.' }]), new TypeError('odd')];
    const service = serviceOf(() => {
      throw errors.shift();
    });
    expect(await service.inquire(request(1), forever)).toEqual({ state: 'failed', why: 'seven is too many.' });
    expect(await service.inquire(request(1), forever)).toEqual({
      state: 'failed',
      why: 'This is a bug in Winnow: odd',
    });
  });
});

describe('inquiries to a worker', () => {
  it('go to it one at a time, and not at all when nobody waits any more', async () => {
    const { beside, waiting } = toyWorker();
    const service = inquiryService(beside);
    const first = service.inquire(request(1), forever);
    const given = new AbortController();
    const second = service.inquire(request(2), given.signal);
    const third = service.inquire(request(3), forever);
    await expect.poll(() => waiting.length).toBe(1);
    given.abort();
    waiting[0]?.resolve('one');
    expect([await first, await second]).toEqual([{ state: 'done', value: 'one' }, undefined]);
    await expect.poll(() => waiting.length).toBe(2);
    waiting[1]?.resolve('three');
    expect(await third).toEqual({ state: 'done', value: 'three' });
    expect(waiting.map(({ question }) => question.asked)).toEqual([1, 3]);
  });

  it('end the worker when nobody waits any more for what takes long', async () => {
    const { beside, waiting, stops } = toyWorker();
    const service = inquiryService(beside);
    const given = new AbortController();
    const first = service.inquire(request(1), given.signal);
    await expect.poll(() => waiting.length).toBe(1);
    given.abort();
    expect(await first).toBeUndefined();
    expect(stops).toEqual([1]);
  });
});
