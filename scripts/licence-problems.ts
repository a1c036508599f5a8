import type { BundledPackage } from './bundled-packages.ts';

/** The licences that what we publish may contain: none asks more than to be passed on. */
export const ALLOWED_LICENCES: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Which packages may not be in what we publish, and why. */
export function licenceProblems(packages: readonly BundledPackage[]): string[] {
  return packages.flatMap(({ name, version, licence }) => {
    if (isAllowed(licence)) return [];
    const said = licence === '' ? 'says no licence' : `has the licence ${licence}, which is not an allowed one`;
    return [`${name} ${version} ${said}`];
  });
}

// Of licences to choose from one must be allowed, of licences that hold together all.
function isAllowed(licence: string): boolean {
  const bare = licence.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((one) => ALLOWED_LICENCES.includes(one)));
}
