import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { buildOpenapi } from './build-openapi.ts';
import { collectSchemas } from './collect-schemas.ts';
import { answersTo } from '../operations/answers-to.ts';
import { OPERATIONS } from '../operations.ts';

const document = buildOpenapi(OPERATIONS, 'https://setpoint.example.com');

describe('the OpenAPI document', () => {
  it('is valid by the official schema of OpenAPI 3.1', async () => {
    const validator = new Validator();
    // The validator edits what it is given.
    await expect(validator.validate(structuredClone(document))).resolves.toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('refers only to what it holds', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference]) => reference);
    expect(references.length).toBeGreaterThan(50);
    for (const reference of references)
      expect([reference, resolve(reference ?? '')]).toEqual([reference, expect.anything()]);
  });

  it('writes every titled schema once, the device tree among them', () => {
    const text = JSON.stringify(document);
    const titles = Object.keys(document.components.schemas);
    expect(titles).toEqual(expect.arrayContaining(['Site', 'SiteDetails', 'ErrorResponse', 'DeviceTreeNode']));
    for (const title of titles) expect([title, text.split(`"title":"${title}"`).length - 1]).toEqual([title, 1]);
    expect(document.components.schemas['DeviceTreeNode']).toMatchObject({
      properties: { children: { items: { $ref: '#/components/schemas/DeviceTreeNode' } } },
    });
  });

  it('names each operation and each status of it once', () => {
    const ids = OPERATIONS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const places = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
    for (const operation of OPERATIONS) {
      const { id } = operation;
      const statuses = answersTo(operation).map(({ status }) => status);
      expect([id, statuses]).toEqual([id, [...new Set(statuses)].sort((one, other) => one - other)]);
    }
  });

  it('has an example for every body, and each fits its schema', () => {
    const ajv = new Ajv2020({ strict: false, formats: { uuid: true, 'date-time': true, uri: true } }).addSchema(
      document,
      'doc',
    );
    const contents = bodiesIn(document, '#');
    expect(contents.length).toBeGreaterThan(40);
    for (const { pointer, example } of contents) {
      const check = ajv.getSchema(`doc${pointer}/schema`);
      expect([pointer, check?.(example), check?.errors]).toEqual([pointer, true, null]);
    }
  });

  it('shows an answer that two operations share under one name only if it is the same', () => {
    const byName = new Map<string, unknown>();
    for (const operation of OPERATIONS) {
      for (const { name, ...answer } of answersTo(operation)) {
        if (name === undefined) continue;
        expect([name, answer]).toEqual([name, byName.get(name) ?? answer]);
        byName.set(name, answer);
      }
    }
  });
});

describe('collecting schemas', () => {
  it('refuses two schemas of one title', () => {
    const collection = collectSchemas();
    collection.add(Type.String({ title: 'Name' }));
    expect(() => collection.add(Type.Number({ title: 'Name' }))).toThrow('two different schemas have the title Name');
  });
});

function resolve(reference: string): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);
}

function bodiesIn(value: unknown, pointer: string): { pointer: string; example: unknown }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => {
    const place = `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    if (!key.startsWith('application/')) return bodiesIn(child, place);
    return [{ pointer: place, example: (child as { example?: unknown }).example }];
  });
}
