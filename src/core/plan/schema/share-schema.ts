import * as z from 'zod/mini';
import { budgetPattern, pointsPattern } from '../../model/select-rule.js';
import { purposes } from '../../purposes/purposes.js';
import { defaultRounding, roundings } from '../../roundings/roundings.js';
import type { SettingForm, SharerWord } from '../../shares/share-design.js';
import { defaultShare, shares } from '../../shares/shares.js';
import { distinct, formed, mapping, oneOrMore, optional, said, wholeNumber } from './forms.js';
import type { NameSchemas } from './name-schemas.js';

/** The keys that describe how places are divided among the groups of a benchmark, or among benchmarks. */
export function shareKeys(what: SharerWord) {
  return {
    share: optional(
      z.enum(shares.map(({ name }) => name)),
      `How places are shared among ${what}s. Default: ${defaultShare.name}.`,
    ),
    ...settingKeys(what),
    at_least: optional(
      floor(what),
      `The minimum number of places for each ${what}, or all its tasks if it has fewer. "all" takes all. Default 0.`,
    ),
    at_most: optional(bound(1, what), `The maximum number of places for each ${what}.`),
    rounding: optional(
      z.enum(roundings.map(({ name }) => name)),
      `How shares are rounded to whole numbers. Default: ${defaultRounding.name}.`,
    ),
  };
}

/** The settings of the shares. Each share reads and types its own, so this type has no keys. */
function settingKeys(what: SharerWord): Readonly<Record<never, never>> {
  const settings = shares.flatMap((share) => share.settings);
  return Object.fromEntries(
    settings.map(({ key, form, sentence }) => [key, optional(formSchema(form, what), sentence(what))]),
  );
}

function formSchema(form: SettingForm, what: SharerWord) {
  switch (form.kind) {
    case 'number':
      return z.number().check(z.minimum(form.least), z.maximum(form.most));
    case 'names':
      return distinct(z.string());
    case 'numbers': {
      const number = form.are === 'whole' ? wholeNumber(0) : z.number().check(z.gt(0));
      return mapping(z.string(), number, `name a ${what} and ${form.of}`);
    }
  }
}

export function bound(least: number, what: string) {
  return forEach(() => wholeNumber(least), what);
}

export function floor(what: string) {
  return forEach(() => z.union([wholeNumber(0), z.literal('all')]), what);
}

/** One number for all, or a number for each name and a default. */
function forEach<Schema extends z.ZodMiniType>(number: () => Schema, what: string) {
  return z.union([
    number(),
    z.strictObject({
      values: said(mapping(z.string(), number(), `name a ${what} and its places`), `A number for each named ${what}.`),
      otherwise: optional(number(), `For every other ${what}.`),
    }),
  ]);
}

export function budgetText() {
  return formed(budgetPattern, 'must have the form "$300" or "6 hours"');
}

/** The keys for the purpose and the target size, in a benchmark's `select` and in `total`. */
export function purposeKeys() {
  const points = formed(pointsPattern, 'must have the form "4 points"');
  const aims = purposes.map(({ name, aim }) => `${name}: ${aim}`).join('; ');
  return {
    purpose: optional(
      z.enum(purposes.map(({ name }) => name)),
      `What the results should show (${aims}). Needs "prior".`,
    ),
    precision: optional(points, 'Instead of `take`: half the 95% interval of a level, such as "4 points".'),
    detect: optional(
      points,
      'Instead of `take`: the difference between two systems to detect with 80% power, such as "10 points".',
    ),
    budget: optional(
      budgetText(),
      'Instead of `take`: the limit on the cost or duration of one run of every task, as given by `run`.',
    ),
  };
}

export function quotaSchema(names: NameSchemas) {
  return z.strictObject({
    by: said(oneOrMore(names.anyField), 'The label. Several fields are crossed, and their values are joined by " × ".'),
    at_least: optional(
      floor('label'),
      'The minimum number of tasks for each label, or all its tasks if it has fewer. "all" takes all. Default 0.',
    ),
    at_most: optional(bound(1, 'label'), 'The maximum number of tasks for each label.'),
  });
}
