import type { SettingValue, ShareRule } from '../model/select-rule.js';

/** What a share takes besides the sizes: a key of the plan that has a meaning with this share alone. */
export interface ShareSetting<Value extends SettingValue = SettingValue> {
  /** The key of the plan. */
  readonly key: string;
  /** Whether the share cannot do without it. */
  readonly isNeeded: boolean;
  /** What it is, for whoever left it out: "the power of the size, from 0 to 1". */
  readonly what: string;
  /** What it is, for whoever edits a plan; `each` is what gets a share. */
  readonly sentence: (each: SharerWord) => string;
  readonly form: SettingForm;
  /** Its value, from a plan as written or from a rule; undefined when it is not there. */
  readonly read: (value: unknown) => Value | undefined;
}

/** What those among which places are shared are called. */
export type SharerWord = 'group' | 'benchmark';

/** What the value of a setting must be. */
export type SettingForm =
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'names' }
  /** A number for each name; `of` says what the number is: "its places". */
  | { readonly kind: 'numbers'; readonly are: 'whole' | 'above 0'; readonly of: string };

type Told = Pick<ShareSetting, 'key' | 'isNeeded' | 'what' | 'sentence'>;

/** A setting that is one number. */
export function numberSetting(told: Told, least: number, most: number): ShareSetting<number> {
  return {
    ...told,
    form: { kind: 'number', least, most },
    read: (value) => (typeof value === 'number' ? value : undefined),
  };
}

/** A setting that is a list of names. */
export function namesSetting(told: Told): ShareSetting<readonly string[]> {
  return {
    ...told,
    form: { kind: 'names' },
    read: (value) => (Array.isArray(value) ? value.map(String) : undefined),
  };
}

/** A setting that gives a number to each name. */
export function numbersSetting(
  told: Told,
  are: 'whole' | 'above 0',
  of: string,
): ShareSetting<ReadonlyMap<string, number>> {
  return {
    ...told,
    form: { kind: 'numbers', are, of },
    read: (value) => {
      if (value instanceof Map) return value;
      return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : undefined;
    },
  };
}

/** What a rule says for a setting; undefined when it does not say. */
export function settingOf<Value extends SettingValue>(rule: ShareRule, setting: ShareSetting<Value>) {
  return setting.read(rule.settings.get(setting.key));
}
