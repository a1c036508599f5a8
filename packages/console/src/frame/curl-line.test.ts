import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlLine } from './curl-line.ts';

const URL = 'http://127.0.0.1:8080/api/v1/public/sites';

it('a read is a line that needs nothing but a token', () => {
  expect(curlLine({ method: 'GET', url: URL, body: undefined, headers: [] })).toBe(
    `curl -H "Authorization: Bearer $TOKEN" '${URL}'`,
  );
});

it('a shell reads back every text that was put in, hostile ones too', () => {
  const body = `{"siteName":"'; rm -rf / #\`$(id)\`"}`;
  const headers = [
    ['content-type', 'application/json'],
    ['If-Schedule-Version', '7'],
  ] as const;
  const line = curlLine({ method: 'POST', url: `${URL}?a=b'c`, body, headers });
  const words = execFileSync('sh', ['-c', `TOKEN=t; printf '%s\\n' ${line}`], { encoding: 'utf8' }).split('\n');
  expect(words).toEqual([
    'curl',
    '-X',
    'POST',
    '-H',
    'Authorization: Bearer t',
    '-H',
    'content-type: application/json',
    '-H',
    'If-Schedule-Version: 7',
    '--data-raw',
    body,
    `${URL}?a=b'c`,
    '',
  ]);
});
