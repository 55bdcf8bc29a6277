import { Document, type Node, type Pair, type YAMLMap } from 'yaml';
import { defaultShare } from '../core/shares/shares.js';
import { visibleText } from '../core/text/visible-text.js';
import type { BenchmarkDraft, PlanDraft } from './draft-plan.js';

/** What stands above a plan. */
export interface PlanHeader {
  /** Where the plan's JSON Schema lies, as seen from the plan. */
  readonly schema: string;
  /** Sentences of the comment below it; '' ends a paragraph. */
  readonly lines: readonly string[];
}

/** The draft as YAML, its questions as comments. Labels are strangers' words, so that nothing is put together by hand. */
export function planText(draft: PlanDraft, header: PlanHeader): string {
  const document = new Document();
  const flow = (value: unknown) => document.createNode(value, { flow: true });
  const benchmarks = document.createNode(
    new Map(draft.benchmarks.map((each) => [each.key, benchmarkNode(each, document, draft)])),
  ) as YAMLMap;
  const root = document.createNode({
    name: draft.name,
    ...(draft.seed === undefined ? {} : { seed: draft.seed }),
    ...(draft.totalPurpose === undefined ? {} : { total: flow(draft.totalPurpose) }),
    ...(draft.total === undefined ? {} : { total: flow({ take: draft.total, share: defaultShare.name, at_least: 1 }) }),
    ...(draft.results === undefined ? {} : { results: flow(draft.results) }),
    phases: draft.phases,
    ...(draft.fields.size === 0 ? {} : { fields: fieldsNode(draft, document) }),
    score: { name: draft.scoreName, weights: flow(draft.weights) },
    benchmarks,
  }) as YAMLMap;
  document.contents = root as never;
  spaced(root);
  spaced(benchmarks);
  for (const [i, { open, comments = [] }] of draft.benchmarks.entries()) {
    const comment = commentOf([...comments, ...open.map((question) => `OPEN: ${question}`)]);
    const key = benchmarks.items[i]?.key as Node | undefined;
    if (comment !== '' && key !== undefined) key.commentBefore = comment;
  }
  document.commentBefore = commentOf([`yaml-language-server: $schema=${header.schema}`, '', ...header.lines]);
  return document.toString({ lineWidth: 120 });
}

function fieldsNode({ fields }: PlanDraft, document: Document): Node {
  return document.createNode(
    new Map(
      [...fields].map(([name, { kind, negative }]) => [
        name,
        document.createNode({ kind, ...(negative ? { negative } : {}) }, { flow: true }),
      ]),
    ),
  );
}

const longestPath = 70;

function benchmarkNode(draft: BenchmarkDraft, document: Document, { total, totalPurpose }: PlanDraft): Node {
  const { prior, run, paths, format, columns, distinct, excluded, tasks, phase, corrections, components, select } =
    draft;
  const flow = (value: unknown) => document.createNode(value, { flow: true });
  const [path = '', ...more] = paths;
  const group = { by: select.groupBy, share: defaultShare.name, at_least: 0 };
  const rules = new Map([...components].map(([name, rule]) => [name, flow(rule)]));
  return document.createNode({
    source:
      more.length === 0 && path.length < longestPath && columns.size === 0
        ? flow({ path, format })
        : {
            path: more.length === 0 ? path : paths,
            format,
            ...(columns.size === 0 ? {} : { columns: document.createNode(columns) }),
          },
    expect: tasks,
    ...(distinct ? { distinct } : {}),
    ...(excluded.size === 0
      ? {}
      : { exclude: [...excluded].map(([id, key]) => flow({ id, reason: 'duplicate', evidence: `also in ${key}` })) }),
    ...(run === undefined ? {} : { run: flow(run) }),
    ...(prior === undefined ? {} : { prior: { path: prior.length === 1 ? prior[0] : prior } }),
    ...(corrections.size === 0
      ? {}
      : { correct: new Map([...corrections].map(([field, values]) => [field, { by: field, values: flow(values) }])) }),
    phase:
      typeof phase === 'string'
        ? phase
        : {
            by: 'category',
            values: phase.values,
            ...(phase.otherwise === undefined ? {} : { otherwise: phase.otherwise }),
          },
    components: rules,
    ...selectEntry(select),
  });

  function selectEntry({ purpose }: BenchmarkDraft['select']) {
    if (purpose === undefined) return { select: ranked() };
    const { name, ...size } = purpose;
    // What shares in a total has its purpose from there.
    return totalPurpose === undefined ? { select: flow({ purpose: name, ...size }) } : {};
  }

  function ranked() {
    return {
      ...(total !== undefined ? {} : { take: select.take }),
      ...(select.groupBy === undefined ? {} : { group: flow(group) }),
      prefer: flow(select.prefer),
    };
  }
}

/** An empty line before every entry but the first. */
function spaced(map: YAMLMap): void {
  for (const { key } of (map.items as Pair[]).slice(1)) (key as Node).spaceBefore = true;
}

/** Each line safe to stand in a comment: nothing in it can end the line. */
function commentOf(lines: readonly string[]): string {
  return lines.map((line) => ` ${visibleText(line, 1000)}`).join('\n');
}
