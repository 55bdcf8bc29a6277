import * as z from 'zod/mini';
import { defaultRounding, roundings } from '../../roundings/roundings.js';
import type { SettingForm, SharerWord } from '../../shares/share-setting.js';
import { defaultShare, shares } from '../../shares/shares.js';
import { distinct, mapping, optional, wholeNumber } from './forms.js';

/** How places are shared, as keys of a mapping: among the groups of a benchmark, or among benchmarks. */
export function shareKeys(what: SharerWord) {
  return {
    share: optional(
      z.enum(shares.map(({ name }) => name)),
      `How the places are shared among the ${what}s. Default ${defaultShare.name}.`,
    ),
    ...settingKeys(what),
    at_least: optional(bound(0, what), `Places every ${what} gets, as far as it has tasks. Default 0.`),
    at_most: optional(bound(1, what), `Places no ${what} exceeds.`),
    rounding: optional(
      z.enum(roundings.map(({ name }) => name)),
      `How shares become whole numbers. Default ${defaultRounding.name}.`,
    ),
  };
}

/** The keys that one share alone looks at; each share reads its own, so that their types are not told here. */
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
    case 'numbers':
      return mapping(z.string(), numberSchema(form.are), `name a ${what} and ${form.of}`);
  }
}

function numberSchema(are: 'whole' | 'above 0') {
  return are === 'whole' ? wholeNumber(0) : z.number().check(z.gt(0));
}

/** One number for all, or a number for each that is named and one for the others. */
export function bound(least: number, what: string) {
  return z.union([
    wholeNumber(least),
    z.strictObject({
      values: mapping(z.string(), wholeNumber(least), `name a ${what} and its places`),
      otherwise: optional(wholeNumber(least), `For every other ${what}.`),
    }),
  ]);
}
