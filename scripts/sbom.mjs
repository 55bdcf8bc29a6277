// What the package is made of, as CycloneDX JSON: the packages in its bundles and those that are installed with it. Made
// from package-lock.json alone; the same lock gives the same bytes.
import { Buffer } from 'node:buffer';

/**
 * The bill of materials as data.
 *
 * @param lock The data of package-lock.json.
 * @param folders The folders of the bundled packages, as the lock names them: node_modules/NAME.
 */
export function sbomOf(lock, folders) {
  const own = lock.packages[''];
  const installed = Object.keys(lock.packages).filter((folder) => folder !== '' && lock.packages[folder].dev !== true);
  const byRef = new Map();
  for (const folder of new Set([...folders, ...installed])) {
    const entry = lock.packages[folder];
    if (entry === undefined) throw new Error(`${folder} is bundled, and package-lock.json does not have it.`);
    const component = componentOf('library', folder.replace(/^.*node_modules\//, ''), entry);
    byRef.set(component['bom-ref'], component);
  }
  const components = [...byRef.keys()].sort().map((ref) => byRef.get(ref));
  const root = componentOf('application', own.name, own);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [{ ref: root['bom-ref'], dependsOn: components.map((component) => component['bom-ref']) }],
  };
}

function componentOf(type, name, { version, license, integrity }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    ...(integrity === undefined ? {} : { hashes: hashesOf(integrity) }),
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  };
}

function hashesOf(integrity) {
  return integrity
    .split(' ')
    .filter((each) => each.startsWith('sha512-'))
    .map((each) => ({ alg: 'SHA-512', content: Buffer.from(each.slice('sha512-'.length), 'base64').toString('hex') }));
}
