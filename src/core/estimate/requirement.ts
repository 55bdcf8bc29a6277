import { ResultsError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import { didYouMean } from '../text/nearest-name.js';

/** What a level or a difference is required to be. */
export interface Requirement {
  /** As it was given. */
  readonly text: string;
  readonly configuration: string;
  /** What is subtracted; undefined: the level itself is meant. */
  readonly baseline: string | undefined;
  readonly relation: (typeof relations)[number];
  /** A share: 0.5 is 50%. */
  readonly limit: number;
}

const relations = ['>=', '<=', '>', '<'] as const;

/**
 * Requirements as they are written: `new >= 0.5`, `new - baseline >= 0` or `new > baseline`; a share or a percentage.
 *
 * @throws ResultsError with every one that cannot be read, or names a configuration without results.
 */
export function readRequirements(texts: readonly string[], names: readonly string[]): readonly Requirement[] {
  const read = texts.map((text) => readRequirement(text, names));
  const faults = read.flatMap((each) => ('faults' in each ? each.faults : []));
  if (faults.length > 0) throw new ResultsError(faults);
  return read.flatMap((each) => ('faults' in each ? [] : [each]));
}

function readRequirement(text: string, names: readonly string[]): Requirement | { readonly faults: readonly Fault[] } {
  const {
    left = '',
    relation: sign = '',
    right = '',
  } = /^(?<left>.*\S)\s*(?<relation>>=|<=|>|<)\s*(?<right>[^\s<>=][^<>]*?)\s*$/.exec(text)?.groups ?? {};
  const relation = relations.find((each) => each === sign);
  const fault = (message: string) => ({
    faults: [{ code: 'estimate/require', message: `the requirement "${text}" ${message}`, hint: form }],
  });
  const { number, percent } = /^(?<number>[+-]?(?:\d+\.?\d*|\.\d+))(?<percent>%?)$/.exec(right)?.groups ?? {};
  if (relation === undefined) return fault('cannot be read.');
  // Two names: their difference is compared with 0.
  if (number === undefined && names.includes(right))
    return { ...readRequirement(`${left} - ${right} ${relation} 0`, names), text };
  if (number === undefined) {
    return fault(`compares with "${right}", which is neither a number nor a configuration.${didYouMean(right, names)}`);
  }
  const limit = Number(number) / (percent === '%' ? 100 : 1);
  const sides = sidesOf(left.trim(), names);
  const unknown = sides.filter((name) => !names.includes(name));
  const [first] = unknown;
  if (first !== undefined) {
    return fault(`names "${first}", which has no results.${didYouMean(first, names)} Found: ${names.join(', ')}.`);
  }
  const [configuration = '', baseline] = sides;
  if (configuration === baseline) return fault('compares a configuration with itself.');
  const least = baseline === undefined ? 0 : -1;
  if (!(limit >= least && limit <= 1)) return fault(`has a limit of ${limit}; expected ${least} to 1.`);
  return { text, configuration, baseline, relation, limit };
}

const form = 'Write it as "new >= 0.5", "new - baseline >= 0" or "new > baseline".';

/** One name, or two with a minus between them; a name may itself hold one. */
function sidesOf(left: string, names: readonly string[]): readonly string[] {
  if (names.includes(left)) return [left];
  const parts = left.split(/\s+-\s+/);
  for (let at = 1; at < parts.length; at++) {
    const sides = [parts.slice(0, at).join(' - '), parts.slice(at).join(' - ')];
    if (sides.every((side) => names.includes(side))) return sides;
  }
  return parts.length === 2 ? parts : [left];
}
