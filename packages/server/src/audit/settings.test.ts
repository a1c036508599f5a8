import { expect, it } from 'vitest';
import { createSettingsReader } from '../wire/settings-reader.ts';
import { readAuditSettings, settingsSeen } from './settings.ts';

it('shows which settings there are, the value of numbers, flags and shares, and of nothing that may be a secret', () => {
  const hidden = {
    DATABASE_URL: 'postgres://setpoint:hunter2@db/setpoint',
    DATABASE_URL_FILE: '/run/secrets/url',
    SETPOINT_ISSUERS: '[{"issuer":"https://idp.example"}]',
    SETPOINT_PROVIDERS: '[{"id":"company","clientSecret":"hunter2"}]',
    SETPOINT_PUBLIC_URL: '8080',
    SETPOINT_SMTP_URL: 'smtps://alerts:hunter2@mail.example',
    SETPOINT_TLS_KEY_FILE: '/etc/tls/key.pem',
    // Digits alone, but by their names no mere numbers.
    SETPOINT_SOME_KEY: '1234',
    SETPOINT_SOME_PASSWORD: '123456',
    SETPOINT_SOME_SECRET: 'true',
    SETPOINT_SOME_TOKEN: '42',
    // No number that a setting has is so long.
    SETPOINT_ZONE: '1234567890123',
  };
  const seen = settingsSeen({
    ...hidden,
    SETPOINT_HTTP_PORT: '8080',
    SETPOINT_ALLOW_HTTP: 'true',
    SETPOINT_SHARES: 'client-streams=4',
    SETPOINT_EMPTY: '',
    HOME: '/home/setpoint',
    PATH: '/bin',
  });
  expect(seen).toEqual({
    ...Object.fromEntries(Object.keys(hidden).map((name) => [name, 'set'])),
    SETPOINT_ALLOW_HTTP: 'true',
    SETPOINT_EMPTY: 'set',
    SETPOINT_HTTP_PORT: '8080',
    SETPOINT_SHARES: 'client-streams=4',
  });
  expect(JSON.stringify(seen)).not.toMatch(/hunter2|1234|https?:|secrets/);
});

it.each([
  [{}, 400],
  [{ SETPOINT_AUDIT_KEPT_DAYS: '30' }, 30],
])('keeps records for the days that %j says: %d', (environment, days) => {
  const read = createSettingsReader(environment, []);
  expect(readAuditSettings(read)).toEqual({ keptMs: days * 86_400_000 });
});
