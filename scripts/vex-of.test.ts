import { Ajv } from 'ajv';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { type VexFile, type VexStatement, vexOf } from './vex-of.ts';

const SCHEMAS = join(
  dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
  'res/schema',
);
const INVENTORY = {
  root: { name: 'setpoint', version: '1.2.3' },
  packages: [
    { name: '@them/part', version: '2.0.0' },
    { name: 'other', version: '3.0.0' },
  ],
};
const GOOD: VexStatement = {
  id: 'CVE-2030-1234',
  product: 'pkg:npm/%40them/part@2.0.0',
  status: 'not_affected',
  justification: 'code_not_reachable',
  impact: 'The parser of XML is never called.',
};

const schemaOf = (name: string) =>
  JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;

function checkedVex(statements: readonly VexStatement[]): unknown {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schemaOf(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  const check = ajv.compile(schemaOf('bom-1.6'));
  const vex: unknown = JSON.parse(vexOf({ updatedAt: '2030-01-01T00:00:00Z', statements }, INVENTORY));
  expect([check(vex), check.errors]).toEqual([true, null]);
  return vex;
}

it('keeps to CycloneDX 1.6, also without a statement', () => {
  expect(checkedVex([])).toMatchObject({ components: [], vulnerabilities: [] });
  const affected = {
    id: 'GHSA-abcd-1234-wxyz',
    product: 'pkg:npm/setpoint@1.2.3',
    status: 'affected',
    impact: 'Update.',
  };
  expect(checkedVex([GOOD, affected])).toMatchObject({
    metadata: { component: { 'bom-ref': affected.product } },
    components: [{ 'bom-ref': GOOD.product }],
    vulnerabilities: [
      {
        id: GOOD.id,
        analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: GOOD.impact },
        affects: [{ ref: GOOD.product }],
      },
      { id: affected.id, analysis: { state: 'exploitable', detail: 'Update.' }, affects: [{ ref: affected.product }] },
    ],
  });
});

it.each<[Partial<VexStatement>, RegExp]>([
  [{ id: 'something' }, /is no CVE or GHSA/],
  [{ product: 'pkg:npm/%40them/part@1.9.9' }, /is not in the package/],
  [{ status: 'fine' }, /is no status/],
  [{ justification: 'because' }, /has a justification/],
  [{ status: 'fixed' }, /has a justification/],
  [{ impact: ' ' }, /does not say what it means/],
])('a statement with %j ends the build', (wrong, problem) => {
  const file: VexFile = { updatedAt: '2030-01-01T00:00:00Z', statements: [{ ...GOOD, ...wrong }] };
  expect(() => vexOf(file, INVENTORY)).toThrow(problem);
});
