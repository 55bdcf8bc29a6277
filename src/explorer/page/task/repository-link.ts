/** Hosts whose addresses are host/owner/name. */
const hosts = ['github.com', 'gitlab.com', 'bitbucket.org', 'codeberg.org'];

/** One part of an address: letters, digits and a few marks, nothing that an address could read otherwise. */
const part = '[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9_-])?';
const pattern = new RegExp(`^(?:(?:https://)?(${hosts.join('|').replaceAll('.', '\\.')})/)?(${part})/(${part})$`);

/**
 * The address of a repository as a task names it, `owner/name` on GitHub where no host is named; undefined for what is not
 * of that form. It is always https and one of the known hosts, whatever the text holds.
 */
export function repositoryLink(repo: unknown): string | undefined {
  if (typeof repo !== 'string') return undefined;
  const [, host = 'github.com', owner, name] = pattern.exec(repo.replace(/(?:\.git)?\/?$/, '')) ?? [];
  return owner === undefined || name === undefined ? undefined : `https://${host}/${owner}/${name}`;
}
