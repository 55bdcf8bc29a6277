// Builds the page of `winnow serve` and `winnow report --html`: one script and one style sheet for the browser.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Writes page.js and page.css into a folder, every dependency in them. */
export async function buildPage(root, outdir) {
  await build({
    absWorkingDir: root,
    entryPoints: { page: 'src/explorer/page/main.tsx' },
    outdir,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    charset: 'utf8',
    minify: !process.env.WINNOW_READABLE_BUILD,
    define: { 'process.env.NODE_ENV': '"production"' },
    // The page's policy allows no code made from text; told so, the schema library does not try.
    banner: { js: 'globalThis.__zod_globalConfig={jitless:true};', css: plotStyles },
    plugins: [plotWithoutStyles],
    legalComments: 'linked',
    logLevel: 'warning',
  });
}

/** What the charts' own style elements would say, for the page's style sheet: its policy allows no other. */
const plotStyles =
  ':where([class^="plot-"]){--plot-background:white;display:block;height:auto;max-width:100%}' +
  ':where([class^="plot-"] text),:where([class^="plot-"] tspan){white-space:pre}';

/** The plotting library, without the style elements that it puts into its charts. */
const plotWithoutStyles = {
  name: 'plot-without-styles',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]@observablehq[\\/]plot[\\/]src[\\/](?:plot|legends[\\/](?:ramp|swatches))\.js$/ },
      ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const contents = text.replace(/\b(?:svg\.append\("style"\)|div\.insert\("style", "\*"\))\.text\(/g, 'void (');
        if (contents === text || contents.includes('"style")'))
          throw new Error(`${path} makes its styles in a new way`);
        return { contents, loader: 'js' };
      },
    );
  },
};
