import { expect, it } from 'vitest';
import { createSettingsReader, type Environment } from '../wire/settings-reader.ts';
import { readDocsSettings } from './settings.ts';

function read(environment: Environment) {
  const problems: string[] = [];
  return { ...readDocsSettings(createSettingsReader(environment, problems)), problems };
}

it('takes addresses of people and of a page', () => {
  const contacts = 'mailto:security@example.com, https://example.com/report,tel:+49-30-901820';
  const policy = 'https://example.com/policy';
  expect(read({ SETPOINT_SECURITY_CONTACT: contacts, SETPOINT_SECURITY_POLICY: policy })).toEqual({
    security: { contacts: contacts.split(',').map((one) => one.trim()), policy },
    problems: [],
  });
  expect(read({})).toEqual({ security: { contacts: [], policy: undefined }, problems: [] });
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

it('refuses a policy by itself, and one that is no https address', () => {
  const contact = { SETPOINT_SECURITY_CONTACT: 'mailto:security@example.com' };
  expect(read({ SETPOINT_SECURITY_POLICY: 'https://example.com' }).problems).toHaveLength(1);
  expect(read({ ...contact, SETPOINT_SECURITY_POLICY: 'mailto:a@example.com' }).problems).toHaveLength(1);
});
