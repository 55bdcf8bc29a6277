import type { Fault } from '../core/model/fault.js';
import { joinWords } from '../core/text/join-words.js';
import { unsayableWord } from './escape/unsayable.js';
import type { ExportRequest } from './make-export.js';
import { type Runner, type RunnerSettings, settingFlags } from './runners/runner.js';
import { shownName } from './tasks/shown-names.js';

/** Settings that the runner ignores, and values that cannot stand in a command. */
export function settingFaults(runner: Runner, { settings = {}, dataset, predictions, folder }: ExportRequest): Fault[] {
  const given: RunnerSettings = {
    ...settings,
    ...(dataset === undefined ? {} : { dataset: dataset.file }),
    ...(predictions === undefined ? {} : { predictions: predictions.file }),
  };
  const faults: Fault[] = [];
  for (const [name, flag] of Object.entries(settingFlags)) {
    const value = given[name as keyof RunnerSettings];
    if (value === undefined || name === 'runnerVersion') continue;
    const reason = unsayableWord(value) ?? (value === '' ? 'it is empty' : undefined);
    if (reason !== undefined)
      faults.push({ code: 'export/setting', message: `${flag} is ${shownName(value)}: ${reason}.` });
    if (runner.reads.includes(name as keyof RunnerSettings)) continue;
    const flags = runner.reads.map((each) => settingFlags[each]);
    const hint = flags.length === 0 ? 'It takes none of this kind.' : `It takes ${joinWords(flags)}.`;
    faults.push({ code: 'export/setting', message: `${runner.title} ignores ${flag}.`, hint });
  }
  const folderReason = unsayableWord(folder);
  if (folderReason !== undefined) {
    faults.push({ code: 'export/setting', message: `the folder is ${shownName(folder)}: ${folderReason}.` });
  }
  return faults;
}

/** Which of the runner's versions is meant; the current one when none is given. */
export function versionOf(
  { title, versions }: Runner,
  { runnerVersion }: RunnerSettings,
): { readonly version: string; readonly faults: readonly Fault[] } {
  const current = versions.at(-1)?.name ?? '';
  if (runnerVersion === undefined) return { version: current, faults: [] };
  const names = versions.map(({ name }) => name);
  const [, major, minor = '0'] = /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:[.+-].*)?$/.exec(runnerVersion) ?? [];
  const found = major === undefined ? undefined : versions.find((each) => each.covers(Number(major), Number(minor)));
  if (found !== undefined) return { version: found.name, faults: [] };
  const message =
    names.length === 0
      ? `${title} is called in one way, whatever its version; found --runner-version ${shownName(runnerVersion)}.`
      : `how ${title} ${shownName(runnerVersion)} is called is not known; known: ${joinWords(names)}.`;
  const hint = names.length === 0 ? 'Leave --runner-version out.' : `Without --runner-version, ${current} is taken.`;
  return { version: '', faults: [{ code: 'export/runner-version', message, hint }] };
}
