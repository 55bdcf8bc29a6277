import { describe, expect, it } from 'vitest';
import { groupedTasks, runText, samplePlan } from '../../../test/support/sample-plan.js';
import { isSameText, linesOf, TextPieces } from '../text/text-pieces.js';
import { makeManifest, manifestText } from './manifest.js';
import { parsePieces, readManifest, readManifestHead } from './read-manifest.js';

const selection = runText(samplePlan({ take: 5, group: { by: 'repo' } }), groupedTasks({ a: 6, b: 4 }));
const text = manifestText(makeManifest(selection, 'test'));

function inPieces(whole: string, size: number): TextPieces {
  return new TextPieces(function* () {
    for (let at = 0; at < whole.length; at += size) yield whole.slice(at, at + size);
  });
}

describe.each([1, 7, 64, 1000, 1e6])('a manifest that comes in pieces of %i characters', (size) => {
  it('is read as its text is', () => {
    expect(readManifest(inPieces(text, size))).toEqual(readManifest(text));
    expect(readManifestHead(inPieces(text, size))).toEqual(readManifestHead(text));
  });

  it.each([
    ['line ends of another system', text.replaceAll('\n', '\r\n')],
    ['no line ends', JSON.stringify(JSON.parse(text))],
    ['another indentation', JSON.stringify(JSON.parse(text), null, 4)],
    ['a second list of tasks behind the first', text.replace(/\n\}\n$/, ',\n  "tasks": []\n}\n')],
    [
      'a list of tasks within another part',
      text.replace('"title"', '"x": [\n  "tasks": [\n    {\n    }\n  ]\n], "title"'),
    ],
    ['an end in the middle of a task', text.slice(0, text.indexOf('"aliases"'))],
    ['no end of the list', text.replace('\n  ]', '')],
    ['a broken task', text.replace('"aliases": [', '"aliases": ')],
    ['a malformed task', text.replace('"rank": 1', '"rank": "first"')],
    ['a task that is none', text.replace('\n    {\n      "task_id"', '\n    {\n    },\n    {\n      "task_id"')],
  ])('is told as its text is with %s', (_, other) => {
    expect(other).not.toBe(text);
    expect(readManifest(inPieces(other, size))).toEqual(readManifest(other));
  });

  it('is the same text, line by line, and differs where one character does', () => {
    expect(isSameText(inPieces(text, size), inPieces(text, 13))).toBe(true);
    expect(isSameText(inPieces(text, size), text)).toBe(true);
    expect(isSameText(inPieces(text, size), `${text} `)).toBe(false);
    expect(isSameText(inPieces(`${text} `, size), text)).toBe(false);
    expect(isSameText(inPieces(text.replace('"rank": 1', '"rank": 2'), size), text)).toBe(false);
    expect([...linesOf(inPieces(text.replaceAll('\n', '\r\n'), size))]).toEqual(text.split('\n'));
  });
});

it('reads the tasks apart where the layout is that of Winnow, and leaves all else to the whole', () => {
  const tasks: unknown[] = [];
  expect(parsePieces(inPieces(text, 100), (task) => tasks.push(task))).toMatchObject({ tasks: [] });
  expect(tasks).toHaveLength(5);
  expect(parsePieces(inPieces(JSON.stringify(JSON.parse(text)), 100))).toBeUndefined();
});
