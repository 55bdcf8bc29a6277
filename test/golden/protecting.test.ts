import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inDepth, oneIn } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const example = join(projectRoot, 'examples/review-assistant');
const examplePlan = () => readFileSync(join(example, 'plan.yaml'), 'utf8');

/** A folder with a plan and its pools; `change` changes the plan. */
function workplace(change: (text: string) => string = (text) => text): string {
  const cwd = temporaryFolder();
  for (const name of ['incidents.jsonl', 'merged-changes.jsonl']) copyFileSync(join(example, name), join(cwd, name));
  writeFileSync(join(cwd, 'plan.yaml'), change(examplePlan()));
  return cwd;
}

/** Runs a command that must refuse, with a message, and change nothing at all. */
function refuses(cwd: string, args: readonly string[], message: RegExp): void {
  const before = held(cwd);
  const { code, stderr, stdout } = runWinnow(args, { cwd });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(message);
  expect(held(cwd)).toEqual(before);
}

function held(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path} ${entry.isFile() ? readFileSync(path, 'utf8') : ''}`;
    })
    .sort();
}

/** Other names of a file: as it is, absolute, roundabout, through links of both kinds, through a folder that is one. */
const otherNames: readonly [string, (cwd: string, name: string) => string][] = [
  ['its name', (_, name) => name],
  ['its absolute path', (cwd, name) => join(cwd, name)],
  ['a roundabout path', (_, name) => `./x/../${name}`],
  [
    'a symbolic link',
    (cwd, name) => {
      symlinkSync(name, join(cwd, 'link'));
      return 'link';
    },
  ],
  [
    'a hard link',
    (cwd, name) => {
      linkSync(join(cwd, name), join(cwd, 'hard'));
      return 'hard';
    },
  ],
  [
    'a folder that is a link',
    (cwd, name) => {
      symlinkSync('.', join(cwd, 'here'));
      return `here/${name}`;
    },
  ],
];

describe('report --html', () => {
  it.each(oneIn(2, otherNames))('does not write over the plan it reads, by %s', (_, nameOf) => {
    const cwd = workplace();
    mkdirSync(join(cwd, 'x'));
    refuses(
      cwd,
      ['report', 'plan.yaml', '--html', nameOf(cwd, 'plan.yaml')],
      /the file is an input of this command, so Winnow will not overwrite it\. Nothing was changed\.\n +Choose another path/,
    );
  });

  it('does not write over a pool, a file of exclusions or results', () => {
    const cwd = workplace((text) => `exclusions: exclusions.yaml\n${text}`);
    writeFileSync(join(cwd, 'exclusions.yaml'), '[]\n');
    writeFileSync(join(cwd, 'results.csv'), 'task_id,config,reward\nincident-01,base,1\n');
    for (const name of ['incidents.jsonl', 'exclusions.yaml', 'results.csv'])
      refuses(
        cwd,
        ['report', 'plan.yaml', '--html', name, '--results', 'results.csv'],
        /the file is an input of this command/,
      );
  });

  it('replaces a page, and no file of another kind', () => {
    const cwd = workplace();
    writeFileSync(join(cwd, 'notes.md'), '# Notes\n');
    refuses(
      cwd,
      ['report', 'plan.yaml', '--html', 'notes.md'],
      /notes\.md: the file is not an HTML page, so Winnow will not replace it\. Nothing was changed\.\n +Choose another path, or delete/,
    );
    for (const text of oneIn(2, ['<!-- mine -->\n<!DOCTYPE html>', '<html></html>', ''])) {
      writeFileSync(join(cwd, 'page.html'), text);
      expect(runWinnow(['report', 'plan.yaml', '--html', 'page.html'], { cwd }).code).toBe(0);
    }
    expect(runWinnow(['report', 'plan.yaml', '--html', 'page.html'], { cwd }).code).toBe(0);
  });

  it('does not replace a page in a folder of tasks that it reads, unless it is its own', () => {
    const cwd = workplace((text) =>
      text.replace('path: incidents.jsonl', 'path: pool').replace('path: ./incidents.jsonl', 'path: pool'),
    );
    mkdirSync(join(cwd, 'pool'));
    copyFileSync(join(cwd, 'incidents.jsonl'), join(cwd, 'pool/incidents.jsonl'));
    expect(runWinnow(['report', 'plan.yaml', '--html', 'pool/own.html'], { cwd })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(runWinnow(['report', 'plan.yaml', '--html', 'pool/own.html'], { cwd }).code).toBe(0);
    writeFileSync(join(cwd, 'pool/index.html'), '<!doctype html>');
    refuses(cwd, ['report', 'plan.yaml', '--html', 'pool/index.html'], /is in pool, which this command reads/);
  });
});

describe('init --force', () => {
  it.each(
    inDepth(
      otherNames,
      otherNames.filter((_, i) => i % 2 === 1),
    ),
  )('does not replace the pool it reads, by %s', (_, nameOf) => {
    const cwd = workplace();
    mkdirSync(join(cwd, 'x'));
    refuses(
      cwd,
      ['init', 'incidents.jsonl', '--force', '--out', nameOf(cwd, 'incidents.jsonl')],
      /the file is an input of this command/,
    );
  });

  it('replaces a plan, and no file of another kind', () => {
    const cwd = workplace();
    for (const text of ['mine', '[1]', '{"id": 1}\n{"id": 2}\n', 'a: b\n']) {
      writeFileSync(join(cwd, 'other'), text);
      refuses(
        cwd,
        ['init', 'incidents.jsonl', '--force', '--out', 'other'],
        /other: the file is not a Winnow plan, so Winnow will not replace it/,
      );
    }
    refuses(cwd, ['init', '.', '--force', '--out', 'merged-changes.jsonl'], /is not a Winnow plan/);
    expect(runWinnow(['init', 'incidents.jsonl', '--force'], { cwd }).code).toBe(0);
    expect(readFileSync(join(cwd, 'plan.yaml'), 'utf8')).not.toBe(examplePlan());
  });
});

describe('select --out', () => {
  const asTable = (path: string) => (text: string) => text.replace(/path: \.?\/?incidents\.jsonl/, `path: ${path}`);

  it('does not write over a pool that has the name of an output', () => {
    const cwd = workplace(asTable('selection.json'));
    copyFileSync(join(cwd, 'incidents.jsonl'), join(cwd, 'selection.json'));
    refuses(cwd, ['select', 'plan.yaml', '--out', '.'], /selection\.json: the file is an input of this command/);
    symlinkSync('.', join(cwd, 'here'));
    refuses(
      cwd,
      ['select', 'plan.yaml', '--out', join(cwd, 'here')],
      /selection\.json: the file is an input of this command/,
    );
    mkdirSync(join(cwd, 'out'));
    linkSync(join(cwd, 'selection.json'), join(cwd, 'out/selection.csv'));
    refuses(cwd, ['select', 'plan.yaml', '--out', 'out'], /selection\.csv: the file is an input of this command/);
  });

  it('does not write over a table in a folder of tasks', () => {
    const cwd = workplace(asTable('pool'));
    mkdirSync(join(cwd, 'pool'));
    copyFileSync(join(cwd, 'incidents.jsonl'), join(cwd, 'pool/incidents.jsonl'));
    expect(runWinnow(['select', 'plan.yaml', '--dry-run'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(join(cwd, 'pool/selection.csv'), '');
    refuses(
      cwd,
      ['select', 'plan.yaml', '--out', 'pool'],
      /selection\.csv: the file is in pool, which this command reads/,
    );
  });

  it('does not replace a selection.json that is JSON of another kind', () => {
    const cwd = workplace();
    mkdirSync(join(cwd, 'selection'));
    for (const text of ['{"tasks": []}', '[]', 'null', '3']) {
      writeFileSync(join(cwd, 'selection/selection.json'), text);
      refuses(
        cwd,
        ['select', 'plan.yaml'],
        /selection\.json: the file is not a Winnow selection, so Winnow will not replace it/,
      );
    }
    refuses(cwd, ['check', '--fix', '--plan', 'plan.yaml'], /selection\.json: the file is not a Winnow selection/);
  });

  it('replaces a selection of any form, what is left of one, and the pages alone', () => {
    const cwd = workplace();
    mkdirSync(join(cwd, 'selection'));
    const forms = join(projectRoot, 'test/frozen/1.1/manifests');
    const frozen = readdirSync(forms).map((name) => readFileSync(join(forms, name, 'selection.json'), 'utf8'));
    expect(frozen.length).toBeGreaterThan(0);
    for (const text of [...inDepth(frozen, frozen.slice(0, 1)), '', 'old', '{"metadata": {', '<<<<<<< HEAD\n{}']) {
      writeFileSync(join(cwd, 'selection/selection.json'), text);
      expect(runWinnow(['select', 'plan.yaml', '-q', '--force'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    }
    mkdirSync(join(cwd, 'other'));
    for (const name of ['METHODOLOGY.md', 'selection.csv']) writeFileSync(join(cwd, 'other', name), 'old');
    expect(runWinnow(['select', 'plan.yaml', '-q', '--out', 'other'], { cwd }).code).toBe(0);
  });
});

describe('export --out', () => {
  it('does not replace the rows it filters, though they lie in an export of its own', () => {
    const cwd = temporaryFolder();
    expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
    const { tasks } = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')) as {
      tasks: { task_id: string; benchmark: string }[];
    };
    const pro = tasks.filter(({ benchmark }) => benchmark === 'ccb_swebenchpro');
    const row = ({ task_id: id }: { task_id: string }) => JSON.stringify({ instance_id: id });
    writeFileSync(join(cwd, 'rows.jsonl'), pro.map(row).join('\n'));
    const args = ['export', 'selection', '--to', 'swe-bench', '--out', 'out', '--dataset'];
    expect(runWinnow([...args, 'rows.jsonl'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    refuses(cwd, [...args, 'out/dataset.jsonl'], /dataset\.jsonl: the file is an input of this command/);
    symlinkSync('out/dataset.jsonl', join(cwd, 'link.jsonl'));
    refuses(cwd, [...args, 'link.jsonl'], /dataset\.jsonl: the file is an input of this command/);
  });
});

describe('assess --pictures', () => {
  it('replaces pictures and nothing else', () => {
    const cwd = temporaryFolder();
    expect(runWinnow(['assess', 'power', '--plan', 'ccb', '--pictures', 'charts'], { cwd })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(runWinnow(['assess', 'power', '--plan', 'ccb', '--pictures', 'charts'], { cwd }).code).toBe(0);
    const [name = ''] = readdirSync(join(cwd, 'charts'));
    writeFileSync(join(cwd, 'charts', name), 'mine');
    refuses(
      cwd,
      ['assess', 'power', '--plan', 'ccb', '--pictures', 'charts'],
      /is not an SVG picture, so Winnow will not replace it/,
    );
  });
});

describe('a path through a folder that is not there', () => {
  it('leads to the same file, which is protected the same', () => {
    const cwd = workplace();
    refuses(
      cwd,
      ['report', 'plan.yaml', '--html', 'new/../plan.yaml'],
      /plan\.yaml: the file is an input of this command/,
    );
    refuses(cwd, ['init', 'incidents.jsonl', '--out', 'new/../plan.yaml'], /the file already exists/);
    const out = ['export', 'plan.yaml', '--to', 'ids', '--out'];
    refuses(cwd, [...out, 'new/../.'], /the folder contains other files/);
    expect(existsSync(join(cwd, 'new'))).toBe(false);
  });
});
