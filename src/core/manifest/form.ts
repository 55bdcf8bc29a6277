/**
 * The form of `selection.json` that is written, MAJOR.MINOR. A new minor form only adds keys; a new major one is for all
 * that a reader of the old would get wrong. `docs/contract.md` has the whole rule.
 */
export const manifestForm = '1.2';

/** What the forms of this major number are known by: the `$id` of their JSON Schema. */
export const manifestSchemaId = 'urn:winnow:selection:1';

/** How the form of a file stands to the one that is written here. */
export type FormAge = 'older' | 'own' | 'newer';

/** The age of a form that can be read: every one of the same major number, back to the first that was published. */
export function formAge(version: unknown): FormAge | undefined {
  const [major, minor] = numbersOf(String(version));
  const [ownMajor, ownMinor] = numbersOf(manifestForm);
  if (major !== ownMajor || minor === undefined || ownMinor === undefined || minor < oldestMinor) return undefined;
  if (minor === ownMinor) return 'own';
  return minor < ownMinor ? 'older' : 'newer';
}

/** The first minor number that was published. */
const oldestMinor = 1;

/** The forms that are read, in words. */
export const readableForms = `${numbersOf(manifestForm)[0]}.x from ${numbersOf(manifestForm)[0]}.${oldestMinor} on`;

function numbersOf(version: string): number[] {
  return /^\d+\.\d+$/.test(version) ? version.split('.').map(Number) : [];
}
