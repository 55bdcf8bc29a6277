// Builds the page of `winnow serve` and `winnow report --html`: one script and one style sheet for the browser.
import { readFileSync, writeFileSync } from 'node:fs';
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
    plugins: [styleSheetApart],
    output: {
      dir: outdir,
      format: 'iife',
      minify: !process.env.WINNOW_READABLE_BUILD,
      // The page's policy allows no code made from text; told so, the schema library does not try.
      banner: `globalThis.__zod_globalConfig={jitless:true};${beforePage}`,
      footer: afterPage,
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
