import type { SettingValue, ShareRule } from '../../src/core/model/select-rule.js';
import type { Sharer } from '../../src/core/shares/share-design.js';

/** A rule by which places are shared, without bounds unless given. */
export function shareRule(
  share: string,
  settings: Readonly<Record<string, SettingValue>> = {},
  more: Partial<ShareRule> = {},
): ShareRule {
  const free = { values: new Map(), otherwise: 0 };
  return {
    share,
    settings: new Map(Object.entries(settings)),
    atLeast: free,
    atMost: undefined,
    rounding: 'webster',
    ...more,
  };
}

/** A group of so many tasks, all of them eligible. */
export function sharerOfSize(key: string, size: number, more: Partial<Sharer> = {}): Sharer {
  return { key, size, eligible: size, priorResults: 0, priorSolved: 0, anticipated: 0, ...more };
}
