import type { Fault } from '../model/fault.js';
import { entriesOf, part } from '../model/record.js';
import { purposes } from '../purposes/purposes.js';
import type { PlanDocument } from './plan-document.js';

/** What stands against a plan's versions: a former one to keep where nothing is ranked, numbers out of order. */
export function versionFaults(document: PlanDocument): Fault[] {
  return [...idleKeeps(document), ...disordered(document)];
}

function idleKeeps(document: PlanDocument): Fault[] {
  const shared = part(document.data, 'total', 'purpose');
  const ranking = purposes.filter(({ renewal }) => renewal === 'swap').map(({ name }) => name);
  return entriesOf(part(document.data, 'benchmarks')).flatMap(([benchmark, settings]) => {
    if (part(settings, 'select', 'keep') === undefined) return [];
    const purpose = part(settings, 'select', 'purpose') ?? shared;
    if (typeof purpose === 'string' && ranking.includes(purpose)) return [];
    return [
      {
        code: 'plan/keep',
        message: '"keep" holds a ranked selection near to its former version; nothing else may be held so.',
        place: document.keyPlace(['benchmarks', benchmark, 'select', 'keep']),
        hint: `Take it out, or give the purpose ${ranking.map((name) => `"${name}"`).join(' or ')}.`,
      },
    ];
  });
}

function disordered(document: PlanDocument): Fault[] {
  const history = part(document.data, 'history');
  if (!Array.isArray(history)) return [];
  return history.flatMap((entry, i) => {
    const version = part(entry, 'version');
    if (typeof version !== 'number' || version === i + 2) return [];
    return [
      {
        code: 'plan/history',
        message: `entry ${i + 1} of the history has version ${version}; expected ${i + 2}.`,
        place: document.valuePlace(['history', i, 'version']),
        hint: 'Versions are numbered from 2, oldest first.',
      },
    ];
  });
}
