import { isSeq, parseDocument } from 'yaml';
import type { Exclusion } from '../model/plan.js';

/** An exclusion and the benchmark it is for. */
export interface NewExclusion extends Exclusion {
  readonly benchmark: string;
}

/** The text of a plan with an exclusion added to its benchmark; comments and order stay. */
export function addToPlan(text: string, { benchmark, ...exclusion }: NewExclusion): string {
  const document = parseDocument(text);
  const path = ['benchmarks', benchmark, 'exclude'];
  const list = document.getIn(path);
  if (isSeq(list)) list.add(document.createNode(entryOf(exclusion)));
  else document.setIn(path, document.createNode([entryOf(exclusion)]));
  return document.toString({ lineWidth: 0 });
}

/** The text of a file of exclusions with one added. */
export function addToExclusions(text: string, { benchmark, ...exclusion }: NewExclusion): string {
  const document = parseDocument(text);
  const entry = document.createNode({ benchmark, ...entryOf(exclusion) });
  if (isSeq(document.contents)) document.add(entry);
  else document.contents = document.createNode([entry]) as never;
  return document.toString({ lineWidth: 0 });
}

/** What is known, in the order a person would write it. */
function entryOf({ id, reason, evidence, date, who, replacement }: Exclusion): Record<string, string> {
  const entries = Object.entries({ id, reason, evidence, date, who, replacement });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
