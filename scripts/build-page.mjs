// Builds the page of `winnow serve` and `winnow report --html`: one script and one style sheet for the browser.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';

/** Writes page.js and page.css into a folder, every dependency in them; gives what the bundler made. */
export async function buildPage(root, outdir) {
  const bundle = await build({
    cwd: root,
    input: { page: 'src/explorer/page/main.tsx' },
    platform: 'browser',
    tsconfig: 'tsconfig.page.json',
    transform: { target: 'es2022', define: { 'process.env.NODE_ENV': '"production"' } },
    // Only the first file does something when it is loaded; everything else is there to be called.
    treeshake: {
      moduleSideEffects: [
        { test: /main\.tsx$/, sideEffects: true },
        { test: /./, sideEffects: false },
      ],
      propertyReadSideEffects: false,
      unknownGlobalSideEffects: false,
    },
    plugins: [styleSheetApart, alikeTogether(root), firstSentences, withoutDocuments, onlyPlanYaml],
    output: {
      dir: outdir,
      format: 'iife',
      minify: !process.env.WINNOW_READABLE_BUILD,
      // The page's policy allows no code made from text; told so, the schema library does not try.
      banner: `globalThis.__zod_globalConfig={jitless:true};${beforePage}`,
      footer: afterPage,
      comments: { legal: true, annotation: false, jsdoc: false },
    },
  });
  const styles = readFileSync(join(root, 'src/explorer/page/page.css'), 'utf8');
  writeFileSync(join(outdir, 'page.css'), styles);
  return bundle;
}

// In a document the page runs after the first paint, which shows what the document says by itself; a view that the address
// names comes without it. In a worker, which has no document, it runs at once.
const beforePage =
  '(()=>{const winnowScript=globalThis.document?.currentScript??null;' +
  'if(winnowScript&&!/^(?:#\\/?(?:overview)?(?:[?;].*)?)?$/.test(location.hash))' +
  'document.querySelector("main")?.replaceChildren();' +
  'const winnowPage=()=>{';
const afterPage =
  '};if(winnowScript===null)winnowPage();else{let begun=false;' +
  'const begin=()=>{if(!begun){begun=true;winnowPage()}};' +
  'requestAnimationFrame(()=>setTimeout(begin));setTimeout(begin,300)}})();';

/** The style sheet is a file of its own, beside the script. */
const styleSheetApart = {
  name: 'style-sheet-apart',
  load: { filter: { id: /\.css$/ }, handler: () => ({ code: '', moduleType: 'js' }) },
};

/**
 * Leaves out what only the command line prints or publishes: the sentences that a JSON Schema says about the keys of a
 * document (the last argument of a form, if it is text), and the documents, grades and help of the questions of `assess`.
 */
const withoutDocuments = {
  name: 'without-documents',
  transform: {
    filter: { id: /\/src\/core\/.*\.ts$/, code: /\/documents\/forms\.js'|: Question\b/ },
    handler(code) {
      const { body } = this.parse(code, { lang: 'ts' });
      const nodes = nodesIn(body);
      const forms = new Set(nodes.flatMap(importedForms));
      const said = nodes.flatMap((node) =>
        node.type === 'CallExpression' && forms.has(node.callee.name) ? describedBy(node) : [],
      );
      const left = nodes.flatMap((node) => [
        ...(isAnswerPart(node) ? [node.value] : []),
        // The schema of the document.
        ...(node.type === 'CallExpression' && node.callee.name === 'answerOf' ? node.arguments.slice(0, 1) : []),
        // The description of a column of a manifest.
        ...(node.type === 'CallExpression' && node.callee.name === 'column' ? node.arguments.slice(2, 3) : []),
        ...(node.type === 'VariableDeclarator' ? helpIn(node) : []),
        ...(node.type === 'CallExpression' && node.callee.name === 'option' ? helpOf(node) : []),
      ]);
      const all = [...said, ...left.map((node) => ({ ...node, as: 'undefined' }))];
      return { code: replaced(code, all) };
    },
  },
};

/** The description in a call of a form, with the comma before it. */
function describedBy({ arguments: given }) {
  const [last, before] = given.toReversed();
  if (last === undefined || !isText(last)) return [];
  const { start, end } = last;
  // A comma may follow it.
  return [before === undefined ? { start, end, as: 'undefined' } : { start: before.end, end, as: '' }];
}

/** The code with some nodes written otherwise; those within others go with them. */
function replaced(code, nodes) {
  const isWithin = (a, b) => a !== b && a.start >= b.start && a.end <= b.end;
  return nodes
    .filter((node) => !nodes.some((other) => isWithin(node, other)))
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, as }) => `${rest.slice(0, start)}${as}${rest.slice(end)}`, code);
}

function nodesIn(node) {
  if (node === null || typeof node !== 'object') return [];
  const below = Object.values(node).flatMap(nodesIn);
  return typeof node.type === 'string' ? [node, ...below] : below;
}

function importedForms({ type, source, specifiers }) {
  if (type !== 'ImportDeclaration' || !source.value.endsWith('/documents/forms.js')) return [];
  return specifiers.map(({ local }) => local.name);
}

function isText(node) {
  if (node.type === 'BinaryExpression') return isText(node.left) && isText(node.right);
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** Whether a node is the document or the grade of an answer, or an option of the command line, which a page doesn't have. */
function isAnswerPart({ type, key, value, shorthand }) {
  if (type !== 'Property' || shorthand) return false;
  if (key.name === 'fromText' || key.name === 'flag') return true;
  return key.name === 'document' ? value.callee?.name === 'documentOf' : key.name === 'grade' && !isText(value);
}

/**
 * The schema and the description in the declaration of a question; and its answer, if the page never
 * asks: it has its own view of it, or the question has a meaning only with an option.
 */
function helpIn({ id, init }) {
  if (id.typeAnnotation?.typeAnnotation.typeName?.name !== 'Question') return [];
  const isNeverAsked = init.properties.some(
    ({ key, value }) => key.name === 'hasOwnView' || (key.name === 'isMeant' && value.body?.value === false),
  );
  const answer = isNeverAsked ? ['ask', 'summary', 'options'] : [];
  const left = ['schema', 'description', 'example', 'reads', ...answer];
  const own = init.properties.filter(({ key }) => left.includes(key.name));
  return own.map(({ value }) => value);
}

/** The value in a word, the help and the default of an option of a question, which a page doesn't show. */
function helpOf({ arguments: [, value, help, usual, more] }) {
  const onCard = nodesIn(more ?? null).filter(({ type, key }) => type === 'Property' && key.name === 'onCard');
  return [value, help, usual, ...onCard.map((node) => node.value)].filter((node) => node !== undefined && isText(node));
}

/** Code that is alike compresses better side by side: packages come first, then modules by their kind. */
function alikeTogether(root) {
  const words = /\/(?:describe|report|explain)\/|words/;
  const kinds = [
    (file) => /^explorer\/page\/.*\.ts$/.test(file),
    (file) => /^core\/.*\.ts$/.test(file) && !/-view\./.test(file) && !words.test(file),
    (file) => /^core\/.*\.ts$/.test(file) && !/-view\./.test(file),
    (file) => /^core\/.*\.ts$/.test(file),
    (file) => /^explorer\/page\/.*\.tsx$/.test(file),
  ];
  const kindOf = (file) => kinds.findIndex((isOf) => isOf(file));
  const files = readdirSync(join(root, 'src'), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/main\.tsx$/.test(file) && kindOf(file) >= 0)
    .sort((a, b) => kindOf(a) - kindOf(b) || (a < b ? -1 : 1));
  const imported = ['preact', 'preact/hooks', 'zod/mini', 'yaml', ...files.map((file) => `../../${file}`)];
  return {
    name: 'alike-together',
    transform: {
      filter: { id: /\/page\/main\.tsx$/ },
      // What is not used is left out again.
      handler: (code) => ({ code: `${imported.map((name) => `import '${name}';`).join('\n')}\n${code}` }),
    },
  };
}

/** Keeps the first sentence of what the schema of a plan says about a key: a list of completions has no room for more. */
const firstSentences = {
  name: 'first-sentences',
  transform: {
    filter: { id: /\/src\/core\/plan\/schema\/.*\.ts$/ },
    handler(code) {
      const literals = nodesIn(this.parse(code, { lang: 'ts' }).body).flatMap((node) => {
        const first = typeof node.value === 'string' && /^([A-Z].*?[a-z)"`]\.) .*\.$/s.exec(node.value)?.[1];
        return node.type === 'Literal' && first ? [{ ...node, as: JSON.stringify(first) }] : [];
      });
      return { code: replaced(code, literals) };
    },
  },
};

/**
 * Leaves out the types and merge keys of YAML 1.1 and JSON, which plans don't have (`planYaml`), the library's ways to write
 * and to make YAML, as the page edits the text of a plan (`EditedYaml`), revivers, and the lines around an error.
 */
const onlyPlanYaml = {
  name: 'only-plan-yaml',
  load: {
    filter: {
      id: /\/yaml\/browser\/dist\/(?:schema\/(?:json\/schema|yaml-1\.1\/(?:binary|merge|omap|pairs|schema|set|timestamp))|stringify\/\w+|doc\/(?:anchors|applyReviver|createNode))\.js$/,
    },
    handler: () => ({
      code:
        'export const schema = [], binary = {}, omap = {}, pairs = {}, set = {}, intTime = {}, floatTime = {}, timestamp = {};' +
        'export const applyReviver = (reviver, holder, key, value) => value;' +
        'export const merge = {}, isMergeKey = () => false, addMergeToJSMap = () => {};' +
        `export const ${written.map((name) => `${name} = undefined`).join()};`,
      moduleType: 'js',
    }),
  },
  transform: {
    filter: { id: /\/yaml\/browser\/dist\/(?:errors|visit|doc\/Document|nodes\/\w+)\.js$/ },
    handler: (code) => ({
      code: code
        .replace(/const prettifyError = [\s\S]*?\n};/, 'const prettifyError = () => () => {};')
        .replaceAll(/^visitAsync\..*;$/gm, '')
        .replaceAll(
          /^ {4}(?:addIn|clone|create(?:Alias|Node|Pair)|deleteIn|setIn|toString(?=\(\w))\(.*\) \{\n[\s\S]*?^ {4}\}\n/gm,
          '',
        ),
    }),
  },
};

/** What writes and makes YAML in the library. */
const written = [
  'stringify',
  'createStringifyContext',
  'stringifyCollection',
  'stringifyDocument',
  'stringifyNumber',
  'stringifyPair',
  'stringifyString',
  'anchorIsValid',
  'anchorNames',
  'createNode',
  'createNodeAnchors',
  'findNewAnchor',
];
