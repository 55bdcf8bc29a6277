import * as z from 'zod/mini';
import { schemaOf } from '../documents/document-of.js';
import { expectedUpliftSchema } from '../manifest/expected-uplift.js';
import {
  type DataOf,
  entry,
  flag,
  list,
  maybe,
  number,
  numberOrNull,
  orNull,
  record,
  text,
  textOrNull,
  value,
  valueOrNull,
} from '../manifest/json-forms.js';

/** What `explain --json` prints: what an entry has besides follows from its `verdict`. */
export function explainSchema() {
  const effect = {
    comes_in: list(text()),
    goes_out: list(text()),
    stops: list(text()),
    is_unknown: maybe(flag(), 'Set where it was not worked out, because that takes solving again.'),
  };
  const gap = {
    task_id: text(),
    instead_of: textOrNull(),
    key: text('The first key of the order on which the two differ.'),
    own: valueOrNull(),
    other: valueOrNull(),
  };
  const ways = {
    changes: list(z.discriminatedUnion('kind', [weightChange(), allocationChange(), featureChange()])),
    ruled_out: list(entry({ kind: text(), reason: text() })),
  };
  return entry({
    plan: entry({ name: text(), sha256: text() }),
    rule_costs: maybe(
      list(entry({ rule: text(), weaker: text('The rule, one weaker.'), gain: numberOrNull() })),
      'For a plan with a goal: what the goal would gain if a rule were one weaker, largest first.',
    ),
    expected_uplift: maybe(
      schemaOf(expectedUpliftSchema()),
      'For a task of a benchmark that chooses by uplift: what new runs of the chosen tasks are to show.',
    ),
    tasks: list(
      z.discriminatedUnion('verdict', [
        entry({
          ...explained(),
          verdict: z.literal('in'),
          in_by: text('What brought it in.'),
          why: text(),
          margin: orNull(entry(gap), 'How far the first that is out is behind; null when all are taken.'),
          if_excluded: entry(effect),
        }),
        entry({
          ...explained(),
          verdict: z.literal('out'),
          last_places: list(entry({ by: text(), ...gap }), 'Who holds the last place that it could have had.'),
          ...ways,
          if_forced_in: maybe(
            entry({
              outcome: text('`possible`, `impossible` or `not settled`.'),
              goal_loss: numberOrNull('What the goal would lose.'),
              comes_in: list(text()),
              goes_out: list(text()),
              own_value: textOrNull('The value of its own that would bring it in.'),
              kept_out_by: list(text(), 'Rules that would let it in if they were so.'),
              conflict: list(text(), 'Rules that cannot hold together with it.'),
            }),
            'For a plan with a goal: what comes of forcing it in.',
          ),
        }),
        entry({
          ...explained(),
          verdict: z.literal('excluded'),
          reason: text(),
          evidence: textOrNull(),
          if_lifted: entry({ selected: flag(), words: text(), ...effect }),
        }),
        entry({ ...explained(), verdict: z.literal('ineligible'), fails: text('The tests that fail.'), ...ways }),
      ]),
    ),
  });
}

export type ExplainDocument = DataOf<typeof explainSchema>;

/** What is told of every task. */
function explained() {
  return {
    benchmark: text(),
    task_id: text(),
    aliases: list(text()),
    features: list(entry({ field: text(), value: valueOrNull(), provenance: text(), used_by: list(text()) })),
    corrections: list(entry({ field: text(), from: valueOrNull(), to: value() })),
    phase: entry({ name: text(), why: text() }),
    score: entry({
      name: text(),
      total: number(),
      terms: list(
        entry({
          component: text(),
          weight: number(),
          part: number(),
          contribution: number(),
          rule: text(),
          defaulted: flag(),
        }),
      ),
    }),
    group: orNull(
      entry({
        by: textOrNull(),
        value: textOrNull(),
        size: number(),
        places: number(),
        rank: number(),
        words: text(),
      }),
      'Where it stands; null when it competes for no place.',
    ),
  };
}

const move = () => ({ from: number(), to: number(), size: number('How large the change is, in [0, 1].') });

function weightChange() {
  return entry({ kind: z.literal('weight'), component: text(), weights: record(number()), ...move() });
}

function allocationChange() {
  return entry({ kind: z.literal('allocation'), group: textOrNull(), ...move() });
}

function featureChange() {
  return entry({ kind: z.literal('feature'), field: text(), ...move() });
}
