import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../../testing/test-folder.ts';
import { createSettingsReader, type Environment } from '../wire/settings-reader.ts';
import { isMailbox, readMailSettings } from './mail-settings.ts';

const FROM = 'set+point@example.com';
const BY = `?from=${FROM}`;

it.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isSecure: false, user: '', password: '' }],
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, isSecure: true, user: '', password: '' }],
  ['smtp://mail.example.com:25', { host: 'mail.example.com', port: 25, isSecure: false, user: '', password: '' }],
  ['smtps://[::1]:2465/', { host: '::1', port: 2465, isSecure: true, user: '', password: '' }],
  [
    'smtps://set%40point:p%C3%A4%3Ass%25@mail.example.com',
    { host: 'mail.example.com', port: 465, isSecure: true, user: 'set@point', password: 'pä:ss%', needsTls: true },
  ],
])('%s is where e-mail goes', (address, expected) => {
  expect(read({ SETPOINT_SMTP_URL: `${address}${BY}` })).toMatchObject({
    smtp: { needsTls: false, ...expected, from: FROM },
    problems: [],
  });
});

it('no address is no e-mail, and a file may have the address', () => {
  expect(read({})).toEqual({ smtp: undefined, problems: [] });
  const path = join(testFolder(), 'url');
  writeFileSync(path, `smtps://setpoint:secret@mail.example.com${BY}\n`);
  expect(read({ SETPOINT_SMTP_URL_FILE: path })).toMatchObject({
    smtp: { user: 'setpoint', password: 'secret' },
    problems: [],
  });
});

it.each([
  ['mail.example.com:587', /^SETPOINT_SMTP_URL: must be smtp:/],
  ['https://mail.example.com', /^SETPOINT_SMTP_URL: must be smtp:/],
  ['smtp://', /^SETPOINT_SMTP_URL: must be smtp:/],
  // As it came, not as a URL has it.
  [`smtps://setpoint:100%@mail.example.com${BY}`, /^SETPOINT_SMTP_URL: .*%25/],
  ['smtp://mail.example.com', /^SETPOINT_SMTP_URL: must end with the sender/],
  ['smtp://mail.example.com?sender=a@b.c', /^SETPOINT_SMTP_URL: must end with the sender/],
  ['smtp://mail.example.com?from=Setpoint <setpoint@example.com>', /^SETPOINT_SMTP_URL: must end with the sender/],
  ['smtp://mail.example.com?from=a@b%0D%0ARCPT TO:<c@d>', /^SETPOINT_SMTP_URL: must end with the sender/],
])('%j is refused, without what is secret', (address, problem) => {
  const { smtp, problems } = read({ SETPOINT_SMTP_URL: address });
  expect(smtp).toBeUndefined();
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toContain('100');
});

it.each([
  ['smtp://mail.example.com', false, true],
  ['smtp://127.0.0.1:25', false, false],
  ['smtp://localhost', false, false],
  ['smtps://mail.example.com', false, false],
  ['smtp://setpoint:secret@mail.example.com', true, false],
])('e-mail to %s needs STARTTLS: %s, and is warned of: %s', (address, needsTls, isWarned) => {
  const { smtp, smtpWarning, problems } = read({ SETPOINT_SMTP_URL: `${address}${BY}` });
  expect([problems, smtp?.needsTls, smtpWarning !== undefined]).toEqual([[], needsTls, isWarned]);
});

function read(environment: Environment) {
  const problems: string[] = [];
  return { ...readMailSettings(createSettingsReader(environment, problems)), problems };
}

it('a mailbox is one in printable ASCII, and nothing that goes on behind it', () => {
  expect(isMailbox('dispatch+night@example.com')).toBe(true);
  const wrong = ['a@b.c\u0085', 'é@b.c', 'a@é.c', 'a b@c.d', 'a@b.c\n', 'a@b@c', '<a@b.c>', 'a,b@c.d', '@b.c', 'a@'];
  for (const text of wrong) expect([text, isMailbox(text)]).toEqual([text, false]);
});
