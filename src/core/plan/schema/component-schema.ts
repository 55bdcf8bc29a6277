import * as z from 'zod/mini';
import { componentKinds, firstKey } from '../../components/component-kinds.js';
import type { PlainForm, PlanKey, PlanKeys } from '../../components/plan-keys.js';
import { joinWords } from '../../text/join-words.js';
import { conditionSchema } from './condition-schema.js';
import { list, ratio, said } from './forms.js';
import type { NameSchemas } from './name-schemas.js';

/** A rule for each component, of any kind that is listed; kinds are told apart by their first key. */
export function componentsSchema(names: NameSchemas) {
  const rule = z.union(componentKinds.map(({ keys }) => keysSchema(keys, names)));
  const sentence = `How the component gets its value: ${joinWords(componentKinds.map(firstKey), 'or')}.`;
  return z.record(names.component, said(rule, sentence));
}

function keysSchema(keys: PlanKeys, names: NameSchemas) {
  return z.strictObject(Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, keySchema(key, names)])));
}

function keySchema(key: PlanKey, names: NameSchemas): z.ZodMiniType {
  const form = formSchema(key, names);
  const schema = key.says === undefined ? form : said(form, key.says);
  return key.optional ? z.optional(schema) : schema;
}

function formSchema(key: PlanKey, names: NameSchemas): z.ZodMiniType {
  switch (key.form) {
    case 'by label':
      return z.record(z.string(), keySchema(key.each, names));
    case 'list':
      return list(keysSchema(key.each, names));
    default:
      return plainForms[key.form](names);
  }
}

const plainForms: Readonly<Record<PlainForm, (names: NameSchemas) => z.ZodMiniType>> = {
  ratio,
  'positive number': () => z.number().check(z.positive()),
  'number field': (names) => names.numberField,
  'task field': (names) => names.taskKey,
  condition: (names) => conditionSchema(names, names.tested.forScore),
};
