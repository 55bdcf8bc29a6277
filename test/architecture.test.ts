import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { questions } from '../src/core/assess/questions.js';
import { componentKinds } from '../src/core/components/component-kinds.js';
import { draws } from '../src/core/draws/draws.js';
import { purposes } from '../src/core/purposes/purposes.js';
import { roundings } from '../src/core/roundings/roundings.js';
import { shares } from '../src/core/shares/shares.js';
import { projectRoot } from './support/run-winnow.js';

/** A room of the house: what its files may import, besides each other. Longer paths are matched first. */
interface Room {
  readonly room: string;
  readonly mayImport: readonly string[];
  readonly because: string;
}

const words = ['src/core/model', 'src/core/text', 'src/core/lists'];
/** Sets of alternatives, each a description: whoever asks one imports the list of its set. */
const designs = ['src/core/draws', 'src/core/shares', 'src/core/roundings'];
const rooms: readonly Room[] = [
  { room: 'src/core/text', mayImport: [], because: 'text functions stand on nothing' },
  { room: 'src/core/lists', mayImport: [], because: 'list functions stand on nothing' },
  {
    room: 'src/core/statistics',
    mayImport: ['src/core/lists'],
    because: 'an estimator takes numbers and gives numbers, and list functions stand on nothing',
  },
  { room: 'src/core/model', mayImport: [], because: 'the model is the words all others use' },
  {
    room: 'src/core/settings',
    mayImport: [...words, 'src/core/documents', 'zod'],
    because: 'it lists settings that plans, manifests and commands share, each with its schema and its option',
  },
  {
    room: 'src/core/fingerprint',
    mayImport: ['src/core/model', 'src/core/text'],
    because: 'it only hashes',
  },
  { room: 'src/core/order', mayImport: words, because: 'it says who comes before whom, whatever is done with that' },
  {
    room: 'src/core/draws',
    mayImport: [...words, 'src/core/order', 'src/core/random', 'src/core/statistics', 'src/core/learning'],
    because: 'a draw takes tasks from one group, wherever the group comes from',
  },
  { room: 'src/core/roundings', mayImport: words, because: 'a rounding makes whole numbers of shares' },
  {
    room: 'src/core/shares',
    mayImport: [...words, 'src/core/roundings'],
    because: 'a share divides places among groups, whatever is in them',
  },
  {
    room: 'src/core/components',
    mayImport: [...words, 'src/core/describe'],
    because: 'it says all there is to say about each kind of component',
  },
  {
    room: 'src/core/plan',
    mayImport: [
      ...words,
      ...designs,
      'src/core/components',
      'src/core/purposes',
      'src/core/settings',
      'src/core/uplift',
      'src/core/fingerprint',
      'zod',
      'yaml',
    ],
    because: 'a plan is read before anything runs',
  },
  {
    room: 'src/core/plan/schema',
    mayImport: [
      ...words,
      ...designs,
      'src/core/components',
      'src/core/purposes',
      'src/core/settings',
      'src/core/uplift',
      'zod',
    ],
    because: 'it stands below what reads a plan with it, and lists the goals of a pilot',
  },
  { room: 'src/core/pool', mayImport: words, because: 'stages never import each other' },
  { room: 'src/core/classify', mayImport: words, because: 'stages never import each other' },
  {
    room: 'src/core/score',
    mayImport: [...words, 'src/core/components'],
    because: 'stages never import each other',
  },
  {
    room: 'src/core/random',
    mayImport: ['src/core/fingerprint', 'src/core/statistics'],
    because: 'it turns a seed into numbers',
  },
  {
    room: 'src/core/learning',
    mayImport: [
      'src/core/lists',
      'src/core/model/learned.ts',
      'src/core/model/pool-census.ts',
      'src/core/random',
      'src/core/roundings',
      'src/core/statistics',
    ],
    because: 'it learns from a table of results, numbers in and numbers out, whatever the tasks are',
  },
  {
    room: 'src/core/purposes',
    mayImport: [
      ...words,
      ...designs,
      'src/core/fingerprint',
      'src/core/learning',
      'src/core/random',
      'src/core/statistics',
    ],
    because: 'it turns what a plan wants to know into a rule that anyone could have written',
  },
  {
    room: 'src/core/optimise',
    mayImport: [...words, 'src/core/describe'],
    because:
      'it turns a goal and rules into numbers for a solver, in the words of the reports; nobody but who loads a solver loads it',
  },
  {
    room: 'src/core/quality',
    mayImport: [...words, 'src/core/documents', 'zod'],
    because: 'it compares texts and counts findings, wherever they come from',
  },
  {
    room: 'src/core/suites',
    mayImport: [...words, 'src/core/outcomes'],
    because: 'it says which tier results are of, and whose they are, from names and rewards',
  },
  {
    room: 'src/core/select',
    mayImport: [...words, ...designs, 'src/core/statistics', 'src/core/random', 'src/core/order', 'src/core/learning'],
    because: 'stages never import each other',
  },
  {
    room: 'src/core/describe',
    mayImport: [...words, ...designs, 'src/core/learning', 'src/core/purposes'],
    because: 'it turns declarations into English and nothing else',
  },
  {
    room: 'src/core/manifest',
    mayImport: [
      ...words,
      ...designs,
      'src/core/describe',
      'src/core/documents',
      'src/core/fingerprint',
      'src/core/random',
      'src/core/settings',
      'zod',
    ],
    because: 'it writes a selection as plain data, and reads it back',
  },
  {
    room: 'src/core/report',
    mayImport: [
      ...words,
      ...designs,
      'src/core/blocks',
      'src/core/components',
      'src/core/describe',
      'src/core/fingerprint',
      'src/core/manifest',
      'src/core/purposes',
      'src/core/random',
      'src/core/statistics',
    ],
    because: 'reports read a selection and what it was planned to show, they do not make one',
  },
  {
    room: 'src/core/documents',
    mayImport: ['src/core/text', 'zod'],
    because: 'it turns data into documents, whatever they are about',
  },
  {
    room: 'src/core/blocks',
    mayImport: ['src/core/pictures', 'src/core/text'],
    because: 'it says how an answer is laid out, whatever it is about',
  },
  { room: 'src/core/pictures', mayImport: words, because: 'it draws charts, whatever they are about' },
  {
    room: 'src/core/assess',
    mayImport: [
      ...words,
      ...designs,
      'src/core/components',
      'src/core/describe',
      'src/core/manifest',
      'src/core/purposes',
      'src/core/learning',
      'src/core/statistics',
      'src/core/uplift',
      'src/core/random',
      'src/core/outcomes',
      'src/core/score',
      'src/core/select',
      'src/core/pictures',
      'src/core/documents',
      'src/core/blocks',
      'zod',
    ],
    because:
      'it asks questions of a selection by selecting again, draws what it finds, and says what others may claim as reports do',
  },
  {
    room: 'src/core/explain',
    mayImport: [
      ...words,
      ...designs,
      'src/core/order',
      'src/core/components',
      'src/core/describe',
      'src/core/documents',
      'src/core/manifest',
      'src/core/pool',
      'src/core/classify',
      'src/core/score',
      'src/core/select',
    ],
    because: 'it answers by selecting again, in the words of the reports',
  },
  {
    room: 'src/core/compare',
    mayImport: [
      ...words,
      ...designs,
      'src/core/blocks',
      'src/core/documents',
      'src/core/manifest',
      'src/core/report',
      'src/core/fingerprint',
    ],
    because: 'it compares manifests, which are plain data',
  },
  { room: 'src/core/outcomes', mayImport: words, because: 'it fits results to tasks, whatever is asked of them then' },
  {
    room: 'src/core/estimate',
    mayImport: [
      ...words,
      ...designs,
      'src/core/documents',
      'src/core/fingerprint',
      'src/core/learning',
      'src/core/manifest',
      'src/core/outcomes',
      'src/core/purposes',
      'src/core/random',
      'src/core/statistics',
    ],
    because:
      'it weighs outcomes by a manifest, which is plain data, and leans on what was learned and for what purpose',
  },
  {
    room: 'src/core/looks',
    mayImport: [
      ...words,
      'src/core/documents',
      'src/core/estimate',
      'src/core/fingerprint',
      'src/core/manifest',
      'src/core/outcomes',
      'src/core/random',
      'src/core/statistics',
    ],
    because: 'it decides when growing results are enough, on top of the estimate, and remembers every look',
  },
  {
    room: 'src/core/uplift',
    mayImport: [
      ...words,
      'src/core/documents',
      'src/core/estimate',
      'src/core/manifest',
      'src/core/outcomes',
      'src/core/pictures',
      'src/core/statistics',
    ],
    because:
      'it compares two arms task by task, on top of the estimate, and designs pilots; results and manifests are plain data',
  },
  {
    room: 'src/core/schedule',
    mayImport: [...words, 'src/core/manifest', 'src/core/random'],
    because: 'it puts the tasks of a manifest, which is plain data, in line',
  },
  {
    room: 'src/core/progress',
    mayImport: [
      ...words,
      'src/core/documents',
      'src/core/outcomes',
      'src/core/manifest',
      'src/core/schedule',
      'src/core/statistics',
    ],
    because: 'it holds results against a manifest, which is plain data',
  },
  {
    room: 'src/core/vetting',
    mayImport: [...words, 'src/core/documents', 'src/core/outcomes', 'src/core/quality', 'src/core/statistics'],
    because: 'it judges tasks by runs whose verdict is fixed and by an audit, whatever is done with the judgement',
  },
  {
    room: 'src/core/refresh',
    mayImport: [
      ...words,
      'src/core/compare',
      'src/core/documents',
      'src/core/fingerprint',
      'src/core/manifest',
      'src/core/outcomes',
      'src/core/purposes',
      'src/core/statistics',
      'src/core/vetting',
    ],
    because: 'it holds a manifest and results against what the plan gives now, and says what follows',
  },
  {
    room: 'src/core/contracts',
    mayImport: ['src/core/model', 'src/core/manifest', 'src/core/documents', 'zod'],
    because: 'it describes documents whose schemas are not beside what makes them',
  },
  { room: 'src/core/pipeline.ts', mayImport: ['src/core'], because: 'it knows all stages' },
  {
    room: 'src/core/select-benchmark.ts',
    mayImport: ['src/core'],
    because: 'it is the part of the pipeline that hands goals to whatever solves them, and selects from one benchmark',
  },
  {
    room: 'src/core/size-plan.ts',
    mayImport: ['src/core'],
    because: 'it is the part of the pipeline that says how many tasks each benchmark gives',
  },
  {
    room: 'src/core/expect-uplift.ts',
    mayImport: ['src/core'],
    because: 'it is the part of the pipeline that says what a choice by uplift promises, by selecting again',
  },
  {
    room: 'src/core/prepare-benchmark.ts',
    mayImport: ['src/core'],
    because: 'it is the part of the pipeline that comes before selecting',
  },
  {
    room: 'src/core/unread-numbers.ts',
    mayImport: ['src/core'],
    because: 'it is the part of the pipeline that refuses cells which may be numbers, among the tasks it may select',
  },
  {
    room: 'src/disk',
    mayImport: ['src/core', 'node:'],
    because: 'files are read and written here, tasks are not known here',
  },
  {
    room: 'src/files',
    mayImport: ['src/core', 'src/disk', 'node:', 'smol-toml', 'yaml', '@duckdb/node-api', 'fzstd'],
    because: 'it turns bytes into rows and documents, whatever they are about',
  },
  {
    room: 'src/solver',
    mayImport: ['src/core', 'highs'],
    because: 'it gives the core a solver, which is loaded only for a plan with a goal',
  },
  {
    room: 'src/results',
    mayImport: ['src/core', 'src/disk', 'src/files', 'node:'],
    because: 'it turns results files into outcomes',
  },
  {
    room: 'src/sources',
    mayImport: ['src/core', 'src/disk', 'src/files', 'src/results', 'node:', 'zod'],
    because: 'sources turn files into tasks, and earlier outcomes into facts about them',
  },
  {
    room: 'src/engines',
    mayImport: ['src/core', 'src/disk', 'src/files', 'src/results', 'src/sources', 'node:', '@duckdb/node-api'],
    because: 'it turns a plan into SQL, and the rows it keeps into tasks as sources do',
  },
  {
    room: 'src/inspect',
    mayImport: ['src/core', 'src/disk', 'src/sources', 'src/results', 'node:', 'yaml'],
    because: 'it counts what sources find, tells tasks from results, and drafts a plan from it',
  },
  {
    room: 'src/explorer/explorer-data.ts',
    mayImport: [
      'src/core/model',
      'src/core/blocks',
      'src/core/looks',
      'src/core/manifest',
      'src/core/assess/prospect',
      'src/explorer/packed',
    ],
    because: 'it is what host and page agree on: plain data',
  },
  {
    room: 'src/explorer/packed',
    mayImport: ['src/core/model', 'src/core/lists', 'src/core/text'],
    because: 'it writes a selection as columns for a document or another thread, and reads it again on the other side',
  },
  {
    room: 'src/explorer/page',
    mayImport: [
      'src/core',
      'src/operations/estimate-view.ts',
      'src/explorer/explorer-data.ts',
      'src/explorer/packed',
      'preact',
      'diff',
      'yaml',
      'zod',
    ],
    because: 'it runs in a browser, which has neither files nor Node',
  },
  {
    room: 'src/explorer/host',
    mayImport: [
      'src/core',
      'src/disk',
      'src/sources',
      'src/results',
      'src/solver',
      'src/explorer/explorer-data.ts',
      'src/explorer/packed',
      'node:',
    ],
    because: 'it gives the page its data, and knows nothing of how it looks',
  },
  {
    room: 'src/exports',
    mayImport: ['src/core'],
    because: 'it turns a manifest into what a runner reads; files are read and written elsewhere',
  },
  {
    room: 'src/mcp',
    mayImport: ['src/core', 'src/disk', 'src/operations', '@modelcontextprotocol', 'zod', 'node:'],
    because: 'it offers the operations to an agent, and makes sure of what they may read and write',
  },
  {
    room: 'src/index.ts',
    mayImport: ['src/core/model/errors.ts', 'src/operations/call.ts'],
    because: 'it is the list of what is public',
  },
  {
    room: 'src/cli/terminal',
    mayImport: ['src/core', 'src/disk/file-access.ts', 'src/operations/declare', 'node:'],
    because: 'it writes to a terminal, whatever the command',
  },
  {
    room: 'src/operations',
    mayImport: [
      'src/core',
      'src/disk',
      'src/sources',
      'src/inspect',
      'src/results',
      'src/exports',
      'src/engines',
      'src/solver',
      'src/files',
      'src/explorer/host',
      'zod',
      'node:',
    ],
    because: 'an operation puts the rooms together, and knows nobody who offers it',
  },
  {
    room: 'src/cli',
    mayImport: [
      'src/core',
      'src/operations',
      'zod',
      'src/disk',
      'src/sources',
      'src/inspect',
      'src/results',
      'src/exports',
      'src/files',
      'src/explorer/host',
      'src/mcp',
      'commander',
      'node:',
    ],
    because: 'the command line puts the rooms together',
  },
];

/** A set of alternatives: only the file of one may compare with its name; whoever else asks its description. */
interface Alternatives {
  readonly what: string;
  readonly names: readonly string[];
  /** Where the descriptions stand. */
  readonly room: string;
  /** Files in which one of the names means something else. */
  readonly otherwise: readonly { readonly name: string; readonly file: string; readonly because: string }[];
}

const alternatives: readonly Alternatives[] = [
  {
    what: 'draw',
    names: draws.map(({ name }) => name),
    room: 'src/core/draws',
    otherwise: [
      { name: 'random', file: 'src/core/model/task.ts', because: 'there it is a field' },
      { name: 'random', file: 'src/core/report/methodology/claim-sections.ts', because: 'there it is a field' },
    ],
  },
  {
    what: 'share',
    names: shares.map(({ name }) => name),
    room: 'src/core/shares',
    otherwise: [
      'src/operations/estimate-view.ts',
      'src/operations/estimate.ts',
      'src/core/estimate/estimate-level.ts',
      'src/core/estimate/pool-estimate.ts',
      'src/core/estimate/requirements.ts',
      'src/core/manifest/manifest.ts',
      'src/core/plan/schema/plan-schema.ts',
    ].map((file) => ({ name: 'equal', file, because: 'a level may give every benchmark the same weight' })),
  },
  {
    what: 'purpose',
    names: purposes.map(({ name }) => name),
    room: 'src/core/purposes',
    otherwise: [],
  },
  { what: 'rounding', names: roundings.map(({ name }) => name), room: 'src/core/roundings', otherwise: [] },
  {
    what: 'kind of component',
    names: componentKinds.map(({ name }) => name),
    room: 'src/core/components',
    otherwise: [],
  },
  {
    what: 'question',
    names: questions.map(({ name }) => name),
    room: 'src/core/assess',
    otherwise: [
      { name: 'ceiling', file: 'src/core/select/selection-warnings.ts', because: 'there it is a reason to exclude' },
      { name: 'designs', file: 'src/explorer/page/route/route.ts', because: 'there it is an earlier view' },
    ],
  },
];

/** What is there when a file runs: neither types nor what it loads later, when it is asked for. */
const loadPattern = /^(?:import|export)\b(?! type\b)[^;]*?\bfrom '([^']+)'/gm;
const importPattern = /(?:^(?:import|export)\b[^;]*?\bfrom |^import |\bimport\()'([^']+)'/gm;

const files = sourceFiles();

describe('the house', () => {
  it('has a rule for every file', () => {
    expect(files.map(({ file }) => file).filter((file) => roomOf(file) === undefined)).toEqual([]);
    expect(files.length).toBeGreaterThan(50);
  });

  it('keeps the public list for library users alone', () => {
    expect(files.filter(({ imports }) => imports.includes('src/index.ts')).map(({ file }) => file)).toEqual([]);
  });

  it('lets every room import only what it may', () => {
    const broken = files.flatMap(({ file, imports }) => {
      const room = roomOf(file) as Room;
      return imports
        .filter(
          (target) => !isWithin(target, room.room) && !room.mayImport.some((allowed) => isWithin(target, allowed)),
        )
        .map((target) => `${file} imports ${target}, but ${room.room} may not, because ${room.because}`);
    });
    expect(broken).toEqual([]);
  });

  it.each(alternatives)('asks the description of a $what, and never compares with its name', (set) => {
    const { names, room, otherwise } = set;
    const known = names.flatMap((name) => {
      // A comparison, a case, a list of names to look into, or a table by name.
      const asked = new RegExp(`(?:[=!]==? *|case |includes\\(|\\[)'${name}'|'${name}'(?: *[=!]==? |,? *\\]|: )`);
      return files
        .filter(({ file, code }) => !isWithin(file, room) && asked.test(code))
        .filter(({ file }) => !otherwise.some((other) => other.name === name && other.file === file))
        .map(({ file }) => `${file} knows "${name}"`);
    });
    expect(known).toEqual([]);
    const descriptions = files.filter(({ file }) => isWithin(file, room));
    const placesOf = (name: string) =>
      descriptions.filter(({ code }) => new RegExp(`\\bname(?:: | = )'${name}'`).test(code));
    expect(names.filter((name) => placesOf(name).length === 0)).toEqual([]);
  });

  it('has no two folders that import each other, parents and children included', () => {
    const known = new Set(files.map(({ file }) => file));
    const pairs = new Set(
      files.flatMap(({ file, imports }) =>
        imports
          .filter((target) => known.has(target) && dirname(target) !== dirname(file))
          .map((target) => `${dirname(file)} > ${dirname(target)}`),
      ),
    );
    const mutual = [...pairs].filter((pair) => pairs.has(pair.split(' > ').reverse().join(' > ')));
    expect(pairs.size).toBeGreaterThan(50);
    expect(mutual).toEqual([]);
  });

  it('starts the main command without a parser', () => {
    const byFile = new Map(files.map((each) => [each.file, each]));
    const loaded = new Set<string>();
    const load = (file: string): void => {
      if (loaded.has(file)) return;
      loaded.add(file);
      for (const target of byFile.get(file)?.loads ?? []) load(target);
    };
    load('src/operations/select.ts');
    expect(loaded.has('src/core/manifest/manifest.ts')).toBe(true);
    expect([...loaded].filter((target) => /^(?:yaml|highs)\b/.test(target))).toEqual([]);
    // What optimises is loaded for a plan with a goal, and for no other.
    expect([...loaded].filter((target) => /^src\/(?:solver|core\/optimise)\//.test(target))).toEqual([]);
  });

  it('asks over the network in one file alone', () => {
    expect(
      files
        .filter(({ file, code }) => !file.startsWith('src/explorer/page') && /\bfetch\(/.test(code))
        .map(({ file }) => file),
    ).toEqual(['src/engines/trino-client.ts']);
  });

  it('reaches the file system through one module', () => {
    const reaching = files.filter(({ code }) => /['"](?:node:)?fs(?:\/promises)?['"]/.test(code));
    // The thread of the ticker only writes to standard error.
    expect(reaching.map(({ file }) => file).sort()).toEqual([
      'src/cli/terminal/progress.ts',
      'src/disk/file-access.ts',
    ]);
  });

  it('keeps the core free of the clock, chance, the environment and printing', () => {
    const impure = /\bDate\b|Math\.random|\bprocess\b|\bconsole\b|\bperformance\b|toLocale|localeCompare|Intl\./;
    const core = files.filter(({ file }) => /^src\/(?:core|exports)\//.test(file));
    expect(core.filter(({ code }) => impure.test(code)).map(({ file }) => file)).toEqual([]);
  });

  it('prints and exits only in the command line', () => {
    const others = files.filter(({ file }) => !file.startsWith('src/cli'));
    expect(
      others.filter(({ code }) => /\bconsole\.|process\.(stdout|stderr|exit)/.test(code)).map(({ file }) => file),
    ).toEqual([]);
  });

  it('never runs what it reads', () => {
    const executes = /\beval\(|new Function|child_process|vm\b.*from 'node:vm'/;
    // Three programs are run: git, only on a repository that the user names, the browser, only for Winnow's own address, and
    // Winnow's own command line, for an agent.
    expect(
      files
        .filter(({ code }) => executes.test(code))
        .map(({ file }) => file)
        .sort(),
    ).toEqual(['src/disk/open-browser.ts', 'src/disk/safe-git.ts', 'src/mcp/mcp-server.ts']);
  });

  it('never makes markup from text in the page', () => {
    const makesMarkup =
      /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|DOMParser/i;
    const page = files.filter(({ file }) => file.startsWith('src/explorer/page'));
    expect(page.filter(({ code }) => makesMarkup.test(code)).map(({ file }) => file)).toEqual([]);
  });

  it('knows no benchmark, repository, component, phase or language of the shipped plan', () => {
    const plan = parse(readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8')) as {
      phases: string[];
      phase: { values: Record<string, string> };
      score: { weights: Record<string, number> };
      benchmarks: Record<string, { title: string; correct?: { language?: { values: Record<string, string> } } }>;
    };
    const names = [
      ...plan.phases,
      ...Object.keys(plan.score.weights),
      ...Object.keys(plan.benchmarks),
      ...Object.values(plan.benchmarks).flatMap(({ correct }) => Object.keys(correct?.language?.values ?? {})),
    ];
    // A comment may give an example; code may not know it.
    const languages = ["'python'", "'typescript'", "'javascript'"];
    const core = files.filter(({ file }) => file.startsWith('src/core'));
    expect(core.filter(({ code }) => languages.some((name) => code.includes(name))).map(({ file }) => file)).toEqual(
      [],
    );
    const known = files.flatMap(({ file, code }) =>
      names.filter((name) => code.includes(name)).map((name) => `${file}: ${name}`),
    );
    expect(known).toEqual([]);
  });
});

function roomOf(file: string): Room | undefined {
  return rooms.filter(({ room }) => isWithin(file, room)).sort((a, b) => b.room.length - a.room.length)[0];
}

function isWithin(target: string, place: string): boolean {
  return target === place || target.startsWith(place.endsWith(':') ? place : `${place}/`);
}

function sourceFiles() {
  return readdirSync(join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => {
      const file = join('src', name);
      const text = readFileSync(join(projectRoot, file), 'utf8');
      const targets = (pattern: RegExp) =>
        [...text.matchAll(pattern)].map(([, specifier = '']) =>
          specifier.startsWith('.')
            ? sourceOf(relative(projectRoot, join(projectRoot, dirname(file), specifier)))
            : specifier,
        );
      const imports = targets(importPattern);
      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
      return { file, imports, loads: targets(loadPattern), code };
    });
}

/** The file that an import means: what is imported as .js is written in .ts, or .tsx where it holds markup. */
function sourceOf(target: string): string {
  const written = target.replace(/\.js$/, '.ts');
  return existsSync(join(projectRoot, written)) ? written : written.replace(/\.ts$/, '.tsx');
}
