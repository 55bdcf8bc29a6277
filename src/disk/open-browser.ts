import { spawn } from 'node:child_process';

/** Opens a page of Winnow, never an address from input, in the browser, if this machine can. No shell is used. */
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
  // Without a screen, xdg-open would take over the terminal with a text browser.
  const hasScreen = [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(
    (name) => name !== undefined && name !== '',
  );
  return hasScreen ? ['xdg-open'] : undefined;
}
