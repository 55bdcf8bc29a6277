import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sourceTexts } from './support/prose-in-source.js';
import { projectRoot, runWinnow } from './support/run-winnow.js';

/** Phrases that no native writer would use in their place, and what to write instead. */
const phrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\btold of\b|\btells? of\b/i, 'reported, describes'],
  [/\bso many\b|\bso-manieth\b/i, 'that many, every nth'],
  [/\banew\b/i, 'again'],
  [/\bin (?:its|their) place\b|\bin place of\b/i, 'instead'],
  [/\bof (?:its|one's|one’s|their|your) own\b/i, 'its own …, your own …'],
  [/\bstands?\b/i, 'is, appears'],
  [/(?<!-)\bfaults?\b/i, 'error, bug'],
  [/\bwhat (?:is|was) there\b/i, 'the contents'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\blies\b/i, 'is'],
  [/\bdear(?:er|est)?\b/i, 'expensive'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\bsays? nothing of\b/i, 'says nothing about'],
  [/\bare to tell\b|\bis to tell\b/i, 'should show'],
  [/\bembedded plan\b|\bthe plan that ships\b/i, 'built-in plan'],
  [/\bfocus selection\b/i, 'purposive selection'],
  [/\bis no (?:table|record|task|text|list|result|whole|estimate|name that)\b/i, 'is not a …'],
  [/\bha(?:s|ve) (?:a|no) meaning\b/i, 'only works with, does not work with'],
  [/\bmust lie\b/i, 'must be'],
  [/\bwhat is (?:tried|missing left out)\b/i, 'the treatment, without missing results'],
  [/\bone a line\b|\ba task against\b/i, 'one per line, per task'],
  [/\bfor what there is\b/i, 'for usage'],
  [/\bso that nothing can\b/i, 'so … cannot'],
  [/\bspeaks? of\b/i, 'names, describes'],
  [/\bin silence\b|\bparted by\b/i, 'silently, separated by'],
  [/\bdo(?:es)? not tell\b|\bnothing tells\b|\bwould tell\b|\bnot told\b/i, 'does not show, would decide, unknown'],
  [/\bbrings? it in\b/i, 'selects it'],
  [/\blet expect\b|\bstops at them\b|\bare to go\b/i, 'suggest, stops there, should be removed'],
  [/\bno configuration\b|\btwo configurations\b/i, 'system'],
];

const files = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
  .concat(
    readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`),
    readdirSync(join(projectRoot, 'plans')).map((file) => `plans/${file}`),
    readdirSync(join(projectRoot, 'schema')).map((file) => `schema/${file}`),
  )
  .filter((file) => /\.(?:md|yaml|json)$/.test(file));

it('has phrases to look for that occur in prose', () => {
  for (const [phrase] of phrases) expect(phrase.flags).toContain('i');
  expect(found([{ place: 'here', text: 'a folder of its own, told of anew' }])).toHaveLength(3);
});

it('the documentation, schemas and plans have none of the phrases', () => {
  // Code in a page is not prose.
  const texts = files.flatMap((place) => {
    const text = readFileSync(join(projectRoot, place), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, (code) =>
      code.replaceAll(/.+/g, ''),
    );
    return text.split('\n').map((line, i) => ({ place: `${place}:${i + 1}`, text: proseOf(place, line) }));
  });
  expect(found(texts)).toEqual([]);
});

it('help and messages have none of the phrases', () => {
  const help = runWinnow(['--help']).stdout;
  const names = [...help.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name).filter((name) => name !== 'help');
  const texts = names.map((name) => ({ place: `winnow ${name} --help`, text: runWinnow([name, '--help']).stdout }));
  expect(found([...texts, ...sourceTexts()])).toEqual([]);
});

/** A line without code: in a page what is between backticks, in a schema everything but descriptions. */
function proseOf(place: string, line: string): string {
  if (place.endsWith('.json')) return /"description": "(.*)"/.exec(line)?.[1] ?? '';
  return line.replaceAll(/`[^`]+`/g, '`…`');
}

function found(texts: readonly { readonly place: string; readonly text: string }[]): string[] {
  return texts.flatMap(({ place, text }) =>
    phrases.flatMap(([phrase, instead]) => {
      const [match] = phrase.exec(text) ?? [];
      return match === undefined
        ? []
        : [`${place}: "${match}" (${instead}): ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`];
    }),
  );
}
