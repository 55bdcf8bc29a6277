import { describe, expect, it } from 'vitest';
import { refusalOf } from './refusal-of.js';

const port = 4000;
const ask = (
  change: { method?: string; url?: string; host?: string; origin?: string; site?: string } = {},
  at = port,
) => {
  const { method = 'GET', url = '/token/', host = `127.0.0.1:${at}`, origin, site } = change;
  const from = {
    ...(origin === undefined ? {} : { origin }),
    ...(site === undefined ? {} : { 'sec-fetch-site': site }),
  };
  return refusalOf({ method, url, headers: { host, ...from } }, at, ['token', 'once'])?.status;
};

describe('a request', () => {
  it('for later results is answered to the page alone', () => {
    expect(ask({ url: '/token/results?since=abc', site: 'same-origin' })).toBeUndefined();
    expect(ask({ url: '/token/results?since=abc', site: 'cross-site' })).toBe(403);
    expect(ask({ url: '/token/results/x' })).toBe(404);
    expect(ask({ url: '/results?since=abc', site: 'same-origin' })).toBe(403);
  });

  it.each(['127.0.0.1:4000', 'localhost:4000', '[::1]:4000'])('to %s is answered', (host) => {
    expect(ask({ host })).toBeUndefined();
    expect(ask({ host, origin: `http://${host}` })).toBeUndefined();
  });

  it.each(['evil.example:4000', '127.0.0.1', '127.0.0.1:4001', 'localhost:4000.evil.example', '', '192.168.0.2:4000'])(
    'to "%s" is refused',
    (host) => {
      expect(ask({ host })).toBe(403);
    },
  );

  it.each(['http://evil.example', 'null', 'https://127.0.0.1:4000', 'http://127.0.0.1:4001', ''])(
    'from "%s" is refused',
    (origin) => {
      expect(ask({ origin })).toBe(403);
    },
  );

  it.each([
    ['same-origin', undefined],
    ['none', undefined],
    ['same-site', 403],
    ['cross-site', 403],
    ['', 403],
    ['anything', 403],
  ])('that a browser says is "%s" gives %s', (site, status) => {
    expect(ask({ site })).toBe(status);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('by %s is refused', (method) => {
    expect(ask({ method })).toBe(405);
  });

  it.each(['/token', '/token/../x', '/token//', '/token/%2e%2e/x', '/once/page.js'])('for %s is refused', (url) => {
    expect(ask({ url })).toBe(404);
  });

  it.each([
    '/',
    '',
    '*',
    '/toke/',
    '/tokens/',
    '/Token/',
    '/%74oken/',
    '//token/',
    '/?token',
    '/?/token/',
    '/results',
    '/x/token/',
    '/../token/',
    'token/',
    'http://127.0.0.1:4000/token/',
  ])('for %s, without the token, is refused', (url) => {
    expect(ask({ url })).toBe(403);
  });

  it('may carry a filter, and may leave out port 80', () => {
    expect(ask({ url: '/token/?language=go' })).toBeUndefined();
    expect(ask({ host: 'localhost' }, 80)).toBeUndefined();
    expect(ask({ method: 'HEAD' })).toBeUndefined();
  });
});
