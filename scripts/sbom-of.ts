import type { BundledPackage } from './bundled-packages.ts';
import { type Part, purlOf } from './purl-of.ts';

/** What the list is about. */
export interface Published {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly packages: readonly BundledPackage[];
  /** The names of those that are bundles themselves, made of packages that they do not name. */
  readonly opaque: readonly string[];
}

/** The part of a package-lock.json that says what was fetched, by its folder. */
export type Locked = Readonly<Record<string, { readonly integrity?: string }>>;

/** What is in a package, as CycloneDX 1.6: without a date or a drawn number, so that it is the same each time. */
export function sbomOf(published: Published, locked: Locked): string {
  const { packages, opaque } = published;
  const root = { type: 'application', ...partOf(published) };
  const components = packages.map((one) => ({ type: 'library', ...partOf(one), ...hashesOf(one, locked) }));
  const opaqueRefs = packages.filter(({ name }) => opaque.includes(name)).map(purlOf);
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: root },
    components,
    dependencies: [
      { ref: root['bom-ref'], dependsOn: packages.map(purlOf) },
      ...packages.map((one) => ({ ref: purlOf(one) })),
    ],
    compositions: [
      { aggregate: 'complete', assemblies: [root['bom-ref']] },
      { aggregate: 'unknown', assemblies: opaqueRefs },
    ],
  };
  return `${JSON.stringify(document, undefined, 1)}\n`;
}

interface LicensedPart extends Part {
  readonly licence: string;
}

function partOf(part: LicensedPart) {
  const { name, version, licence } = part;
  const licences = licence.includes(' ') ? [{ expression: licence }] : [{ license: { id: licence } }];
  return { 'bom-ref': purlOf(part), name, version, licenses: licences, purl: purlOf(part) };
}

function hashesOf({ folder }: BundledPackage, locked: Locked) {
  const { integrity } = locked[folder] ?? {};
  if (integrity?.startsWith('sha512-') !== true) return {};
  const content = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  return { hashes: [{ alg: 'SHA-512', content }] };
}
