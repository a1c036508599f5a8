import { expect, it } from 'vitest';
import { createSettingsReader, type Environment } from '../wire/settings-reader.ts';
import { readDocsSettings } from './settings.ts';

function read(environment: Environment) {
  const problems: string[] = [];
  return { ...readDocsSettings(createSettingsReader(environment, problems)), problems };
}

it('takes addresses of people', () => {
  const contacts = 'mailto:security@example.com, https://example.com/report,tel:+49-30-901820';
  expect(read({ SETPOINT_SECURITY_CONTACT: contacts })).toEqual({
    security: { contacts: contacts.split(',').map((one) => one.trim()) },
    problems: [],
  });
  expect(read({})).toEqual({ security: { contacts: [] }, problems: [] });
});

it.each([
  'security@example.com',
  'http://example.com',
  'javascript:x',
  'mailto:a@example.com\nPolicy: x',
  'mailto:ä@b.example',
])('refuses %j as a contact', (contact) => {
  expect(read({ SETPOINT_SECURITY_CONTACT: contact }).problems).toEqual([
    expect.stringContaining(`SETPOINT_SECURITY_CONTACT: ${JSON.stringify(contact)} is not an address`),
  ]);
});
