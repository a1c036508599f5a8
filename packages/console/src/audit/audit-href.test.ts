import { expect, it } from 'vitest';
import { auditHref, filterFrom } from './audit-href.ts';

it('a filter is in the address, and comes back from it', () => {
  const filter = { action: 'hold.made', actor: 'person:1', from: '2030-01-01T10:00:00.000Z', to: undefined };
  expect(auditHref(filter)).toBe('/registry/audit?action=hold.made&actor=person%3A1&from=2030-01-01T10%3A00%3A00.000Z');
  const { to: _none, ...named } = filter;
  expect(filterFrom(new URL(auditHref(filter), 'http://a').search)).toEqual(named);
  expect(filterFrom('?actor=&other=1')).toEqual({});
  expect(auditHref({})).toBe('/registry/audit');
});
