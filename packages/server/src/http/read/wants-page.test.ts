import { expect, it } from 'vitest';
import { wantsPage } from './wants-page.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const asked = (url: string, accept: string | undefined, method = 'GET') =>
  wantsPage({ url, method, headers: accept === undefined ? {} : { accept } });

it('a browser wants a page, a program does not', () => {
  expect(asked('/nothing', BROWSER)).toBe(true);
  expect(asked('/nothing', BROWSER, 'HEAD')).toBe(true);
  expect([undefined, '*/*', 'application/json', 'text/html;q=0'].map((accept) => asked('/nothing', accept))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(asked('/nothing', BROWSER, 'POST')).toBe(false);
});

it.each(['/api', '/api/v1/public/nothing', '/API/v1', '/oauth/x', '/session/x', '/.well-known/x', '/assets/x.js'])(
  'nobody gets a page at %s',
  (url) => expect(asked(url, BROWSER)).toBe(false),
);
