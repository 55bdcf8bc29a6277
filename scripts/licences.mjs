// The licences of what is bundled: a copy of each must go where the bundle goes.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const title = 'Winnow’s bundles contain these packages, each under its own licence.';
const rule = '-'.repeat(80);

/**
 * Name, version and licence text of every package of which something is in a bundle, by name and version; throws where a
 * package has no licence file.
 *
 * @param files The files of which at least one byte is in a bundle, relative to `root`.
 */
export function bundledLicences(files, root) {
  const folders = bundledPackages(files);
  // The same version may be installed in two places.
  const entries = new Set(folders.map((folder) => licenceEntry(join(root, folder))));
  return `${[title, ...[...entries].sort()].join(`\n\n${rule}\n`)}\n`;
}

/** The files of which something is in the chunks of a bundle, relative to `root`. */
export function bundledFiles({ output }, root) {
  return output.flatMap(({ modules = {} }) =>
    Object.entries(modules).flatMap(([file, { renderedLength }]) => (renderedLength > 0 ? [relative(root, file)] : [])),
  );
}

/** The folders of the packages that files belong to, each once. */
export function bundledPackages(files) {
  return [...new Set(files.flatMap((file) => [...packageFolder(file)]))];
}

/** The folder of the package that a file belongs to; none for a file of our own. */
function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
}

function licenceEntry(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice)\b/i.test(file))
    .sort();
  if (files.length === 0) throw new Error(`${folder} is bundled, and has no licence file to copy.`);
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
