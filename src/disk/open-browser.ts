import { spawn } from 'node:child_process';

/**
 * Opens a page in the browser, if this machine can.
 * @param url An address of Winnow, never one from input. It is passed to a program without a shell.
 */
export function openBrowser(url: `http://127.0.0.1:${number}/${string}/`): void {
  const opener = openerHere();
  if (opener === undefined) return;
  const [command, ...args] = opener;
  const child = spawn(command, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}

function openerHere(): readonly [command: string, ...args: string[]] | undefined {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  // Without a screen, xdg-open would take over the terminal with a browser for text.
  const hasScreen = [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(
    (name) => name !== undefined && name !== '',
  );
  return hasScreen ? ['xdg-open'] : undefined;
}
