import type { Fault, Place } from '../../core/model/fault.js';
import type { RewardRange } from '../../core/model/result-settings.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { ReadingNotes, SeenRewards } from './reading-notes.js';

const written = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
// No number is longer; a text of megabytes is not even looked at.
const mostCharacters = 40;

/** The number in a cell, also when it is written as text, as all cells of a CSV file are; undefined when it is none. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim();
  const number = written.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

const yesWords = new Set(['true', 't', 'yes', 'y', '✓', '✔', '✅']);
const noWords = new Set(['false', 'f', 'no', 'n', '✗', '✘', '❌']);

/** How the numbers of rewards are read. */
interface RewardOptions {
  readonly rewardRange?: RewardRange | undefined;
  readonly countsOnly?: boolean | undefined;
}

/**
 * The reward from 0 to 1 that a value says: true or false, yes or no, a percentage, or a number in the range that the
 * options give (without one, from 0 to 1). A number outside the range is noted, for one error about all files, and gives
 * NaN; undefined when the value says no reward.
 */
export function readReward(
  value: unknown,
  { rewardRange = unit }: RewardOptions,
  place: Place,
  notes: ReadingNotes,
): number | undefined {
  const said = saidReward(value);
  const number = said ?? numberOf(value);
  // No range makes 120% a reward.
  if (number === undefined || (said !== undefined && (said < 0 || said > 1))) return undefined;
  // What is said as a word or as a percentage has its scale already.
  const [least, most] = said === undefined ? rewardRange : unit;
  const isOutside = number < least || number > most;
  notes.reward(number, isOutside, place);
  return isOutside ? Number.NaN : (number - least) / (most - least);
}

/** What a value says as a reward, in whatever range; undefined when it says none. */
export function bareReward(value: unknown): number | undefined {
  return saidReward(value) ?? numberOf(value);
}

const unit: RewardRange = [0, 1];

/** What a value says as a reward in words or as a percentage; undefined for any other. */
function saidReward(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim().toLowerCase();
  if (yesWords.has(text)) return 1;
  if (noWords.has(text)) return 0;
  const percent = text.endsWith('%') ? numberOf(text.slice(0, -1)) : undefined;
  return percent === undefined ? undefined : percent / 100;
}

/** The error about rewards outside their range: how far the rewards reach, and the option that rescales them. */
export function rangeFault(rewards: SeenRewards, { rewardRange }: RewardOptions): Fault | undefined {
  if (rewards.first === undefined) return undefined;
  const { place, value } = rewards.first;
  const message = `${outsideWords(rewards, rewardRange)}. The first is ${value}.`;
  return { code: 'outcomes/reward', message, place, hint: rangeHint(rewards, rewardRange) };
}

/** The same as a warning, for whoever only counts scores. */
export function rangeWarning(rewards: SeenRewards, { rewardRange }: RewardOptions): string {
  return `${outsideWords(rewards, rewardRange)}. They count as scored here; other commands need the range. ${rangeHint(rewards, rewardRange)}`;
}

function outsideWords({ outside, least, most }: SeenRewards, range: RewardRange | undefined): string {
  const expected = range === undefined ? '0 to 1' : `${range[0]} to ${range[1]}, the range of --reward-range`;
  return `${countOf(outside, 'reward')} ${outside === 1 ? 'is' : 'are'} outside ${expected}: rewards from ${least} to ${most} were found`;
}

function rangeHint({ least, most }: SeenRewards, range: RewardRange | undefined): string {
  const from = Math.min(0, Math.floor(least));
  const to = most <= 1 ? 1 : most <= 10 ? Math.ceil(most) : most <= 100 ? 100 : Math.ceil(most);
  const percent = range === undefined && least >= 0 && most <= 100 ? ' Percentages may also be written as 50%.' : '';
  return `Give the worst and the best reward possible, and they are rescaled to 0–1: --reward-range ${from}..${to} if that is the range (in a plan, results: { reward_range: [${from}, ${to}] }).${percent}`;
}

// A dollar sign, or a second separator, tells that a comma is one of thousands; "1,234" alone may be a fraction.
const dollars = /^\$\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d*)?$/;
const grouped = /^\d{1,3}(?:,\d{3})+\.\d*$|^\d{1,3}(?:,\d{3}){2,}$/;

/** An amount of US dollars, as numbers and spreadsheets write it: "1.58", "$1.58", "$1,234", "1,234.50". */
export function moneyOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return numberOf(value);
  const text = value.trim();
  return dollars.test(text) || grouped.test(text) ? numberOf(text.replace(/[$,\s]/g, '')) : numberOf(text);
}

/** The seconds of a duration that is written as mm:ss or h:mm:ss; undefined for anything else. */
export function clockSeconds(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const [found, hours, minutes, seconds] = /^(?:(\d+):(?=\d\d:))?(\d+):([0-5]\d(?:\.\d+)?)$/.exec(value.trim()) ?? [];
  if (found === undefined || (hours !== undefined && Number(minutes) > 59)) return undefined;
  return 3600 * Number(hours ?? 0) + 60 * Number(minutes) + Number(seconds);
}

/** What to do about a value that may be a number, and may be another; undefined where it is none. */
export function numberHint(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  return /^\D{0,3}\d[\d.]*,\d+\D{0,3}$/.test(value.trim())
    ? 'Write decimals with a point, as in 0.5, and no comma between thousands.'
    : undefined;
}

/** A value as it is quoted in a fault. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return `"${visibleText(text ?? String(value), 60)}"`;
}
