import * as z from 'zod/mini';
import { type Form, plain } from '../documents/forms.js';
import { type ResultRole, resultRoles } from '../model/outcome.js';
import { type ResultSettings, statusMeanings } from '../model/result-settings.js';
import { didYouMean } from '../text/nearest-name.js';
import { capital } from '../text/words.js';

/** A setting for reading results: its key in a plan, its command-line option, and the valid values of both. */
interface ResultSetting<Key extends keyof ResultSettings> {
  readonly key: Key;
  /** In commander's syntax: `--reward <key>`. */
  readonly flag: string;
  readonly help: string;
  readonly schema: () => z.ZodMiniType;
  /**
   * Parses the option's text; `before` is the value of an earlier use of the option.
   * @throws Error with the expected form.
   */
  readonly fromText: (text: string, before: ResultSettings[Key]) => ResultSettings[Key];
  /** The inverse of `fromText`, unless the value is a text, a number, or texts by name. */
  readonly toTexts?: (value: NonNullable<ResultSettings[Key]>) => readonly string[];
}

function setting<Key extends keyof ResultSettings>(entry: ResultSetting<Key>): ResultSetting<Key> {
  return entry;
}

const text = () => z.string().check(z.trim(), z.minLength(1));
const pattern = () =>
  text().check(z.refine((value) => value.split('{id}').length === 2, 'must contain {id} once, for the task id'));

/** The source of the plan's `results` keys, the manifest's settings and the options of commands that read results. */
export const resultSettings = [
  setting({
    key: 'reward',
    flag: '--reward <key>',
    help: 'the reward to use if results have several (Harbor, values of an Inspect scorer, a column)',
    schema: text,
    fromText: (value) => value,
  }),
  setting({
    key: 'scorer',
    flag: '--scorer <name>',
    help: 'the scorer or metric to use if a log has several (Inspect, Every Eval Ever)',
    schema: text,
    fromText: (value) => value,
  }),
  setting({
    key: 'statuses',
    flag: '--status <word=meaning>',
    help: `the meaning of a status in a table: ${statusMeanings.filter((word) => word !== 'errored').join(', ')}; may be repeated`,
    schema: () => z.record(text(), z.enum(statusMeanings)),
    fromText: (value, before) => ({ ...before, ...statusFrom(value) }),
  }),
  setting({
    key: 'reward_range',
    flag: '--reward-range <a..b>',
    help: 'the lowest and highest possible reward, such as 0..100 (in a plan: [0, 100]); rewards are rescaled to 0–1',
    schema: () =>
      z
        .tuple([z.number(), z.number()])
        .check(z.refine(([least, most]) => least < most, 'must be two numbers, the smaller one first')),
    fromText: rangeFrom,
    toTexts: ([least, most]) => [`${least}..${most}`],
  }),
  setting({
    key: 'pass_at',
    flag: '--pass-at <number>',
    help: 'count rewards of at least this as passed, and lower ones as failed',
    schema: () => z.number().check(z.gt(0), z.maximum(1)),
    fromText: numberFrom,
  }),
  setting({
    key: 'task_pattern',
    flag: '--task-pattern <pattern>',
    help: 'the pattern of task names in the results, with {id} for the id, such as sgonly_{id}; may be repeated',
    schema: () => z.union([pattern(), z.array(pattern()).check(z.minLength(1))]),
    fromText: (value, before) => {
      if (value.split('{id}').length !== 2) throw new Error('Expected {id} exactly once, for the task id.');
      return [...[before ?? []].flat(), value];
    },
  }),
  setting({
    key: 'any_version',
    flag: '--any-version',
    help: 'also use results on other versions of the tasks',
    schema: () => z.boolean(),
    fromText: () => true,
  }),
  setting({
    key: 'columns',
    flag: '--columns <what=column,...>',
    help: `the columns in result tables: ${resultRoles.slice(0, 5).join(', ')} …`,
    schema: () => z.partialRecord(z.enum(resultRoles), text()),
    fromText: (value, before) => ({ ...before, ...columnsFrom(value) }),
  }),
  setting({
    key: 'prices',
    flag: '--price <model=in/out>',
    help: 'US dollars per million tokens for a model (in/out or in/out/cached), for results with tokens but no cost; may be repeated',
    schema: () => z.record(text(), priceSchema()),
    fromText: (value, before) => ({ ...before, ...priceFrom(value) }),
    toTexts: (prices) =>
      Object.entries(prices).map(([model, { input, output, cached }]) => {
        return `${model}=${[input, output, cached].filter((price) => price !== undefined).join('/')}`;
      }),
  }),
] as const;

export function priceSchema() {
  const price = (words: string) => z.number().check(z.minimum(0), z.describe(words));
  return z.strictObject({
    input: price('US dollars per million input tokens.'),
    output: price('US dollars per million output tokens.'),
    cached: z.optional(price('US dollars per million tokens read from a cache. Default: the same as `input`.')),
  });
}

function priceFrom(value: string): NonNullable<ResultSettings['prices']> {
  const at = value.lastIndexOf('=');
  const model = value.slice(0, Math.max(0, at)).trim();
  const parts = value
    .slice(at + 1)
    .split('/')
    .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [input = Number.NaN, output = Number.NaN, cached] = parts;
  if (model === '' || parts.length > 3 || parts.length < 2 || parts.some((part) => !(part >= 0))) {
    throw new Error('Expected MODEL=IN/OUT or MODEL=IN/OUT/CACHED, such as big-1=3/15/0.3.');
  }
  return { [model]: { input, output, ...(cached === undefined ? {} : { cached }) } };
}

type SettingKeys = {
  readonly [Key in keyof ResultSettings]-?: z.ZodMiniOptional<z.ZodMiniType<NonNullable<ResultSettings[Key]>>>;
};

/** The keys of a plan's `results` with their schemas; all are optional. */
export function resultSettingKeys(): SettingKeys {
  const keys = resultSettings.map(({ key, help, schema }) => {
    const sentence = `${capital(help).replace(/; may be repeated$/, '')}.`;
    return [key, z.optional(schema().check(z.describe(sentence)))];
  });
  // The compiler can't infer the schema of each key from the list.
  return Object.fromEntries(keys) as SettingKeys;
}

/** The settings in the manifest's form, in the order of this list. */
export function resultSettingsForm(): Form<ResultSettings> {
  return {
    ...plain(['an object'], (expected) => z.object(resultSettingKeys(), expected)),
    write: (given) =>
      Object.fromEntries(resultSettings.flatMap(({ key }) => (given[key] === undefined ? [] : [[key, given[key]]]))),
  };
}

/** The property in which commander stores an option: `rewardRange` for `--reward-range <a..b>`. */
export function optionName({ flag }: { readonly flag: string }): string {
  const [name = ''] = flag.slice(2).split(' ');
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function statusFrom(value: string): NonNullable<ResultSettings['statuses']> {
  const equals = value.lastIndexOf('=');
  const [word, meaning] = [value.slice(0, equals).trim(), value.slice(equals + 1).trim()];
  const known = statusMeanings.find((each) => each === meaning);
  if (equals < 1 || word === '' || known === undefined) {
    throw new Error(`Expected WORD=MEANING, where MEANING is one of ${statusMeanings.join(', ')}.`);
  }
  return { [word]: known };
}

function rangeFrom(value: string): readonly [number, number] {
  const [least, most, ...rest] = value.split('..').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (least === undefined || most === undefined || rest.length > 0 || !(least < most) || !Number.isFinite(most - least))
    throw new Error('Expected two numbers, the smaller one first, such as 0..100.');
  return [least, most];
}

function numberFrom(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || Number.isNaN(number)) throw new Error('Expected a number.');
  return number;
}

function columnsFrom(value: string): Partial<Record<ResultRole, string>> {
  // Column names may contain commas; only a comma before a role is a separator.
  const parts = value.split(new RegExp(`,(?=\\s*(?:${resultRoles.join('|')})=)`));
  const named = parts.map((part): [ResultRole, string] => {
    const equals = part.indexOf('=');
    const [role, column] = [part.slice(0, equals).trim(), part.slice(equals + 1).trim()];
    if (equals === -1 || column === '') throw new Error('Expected WHAT=COLUMN pairs, separated by commas.');
    const known = resultRoles.find((each) => each === role);
    if (known === undefined) {
      throw new Error(
        `"${role}" is not a column that you can name.${didYouMean(role, resultRoles)} Known: ${resultRoles.join(', ')}.`,
      );
    }
    return [known, column];
  });
  return Object.fromEntries(named);
}
