import { describe, expect, it } from 'vitest';
import { parseHoldId } from '../holds/hold-id.ts';
import { parseClientId } from '../registry/clients/client-id.ts';
import { parseBatchId } from '../schedules/batch-id.ts';
import { parseSiteId } from '../sites/site-id.ts';

const ID = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';

describe.each([
  ['site', parseSiteId],
  ['client', parseClientId],
  ['batch', parseBatchId],
  ['hold', parseHoldId],
])('a %s id', (_, parse) => {
  it.each([ID, '019f0c1c-5e7f-7b4a-859f-6e0a4f3f1f00'])('is a UUID of any version, as %s', (text) => {
    expect(parse(text)).toBe(text);
  });

  it('is read in either letter case and kept in lower case', () => {
    expect(parse(ID.toUpperCase())).toBe(ID);
  });

  it.each([
    '',
    ID.replaceAll('-', ''),
    `urn:uuid:${ID}`,
    `${ID}\n`,
    `${ID}0`,
    ID.replace('5', 'g'),
    ID.replace('5', '５'),
    `${ID}/..`,
  ])('is not %j', (text) => {
    expect(parse(text)).toBeUndefined();
  });
});
