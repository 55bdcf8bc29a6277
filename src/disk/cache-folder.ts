import { isAbsolute, join } from 'node:path';

/**
 * The folder of this user for what may be forgotten: `$XDG_CACHE_HOME/winnow`, or where the system has such things.
 * Undefined where there is none, or where `WINNOW_CACHE` is `off`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string | undefined {
  if (env['WINNOW_CACHE'] === 'off') return undefined;
  const home = env['HOME'] ?? '';
  const usual = { win32: env['LOCALAPPDATA'] ?? '', darwin: join(home, 'Library', 'Caches') };
  const roots = [
    env['XDG_CACHE_HOME'] ?? '',
    platform === 'win32' || platform === 'darwin' ? usual[platform] : join(home, '.cache'),
  ];
  // A relative path would lie somewhere else for every folder that a command is called in.
  const root = roots.find((each) => isAbsolute(each));
  return root === undefined ? undefined : join(root, 'winnow');
}
