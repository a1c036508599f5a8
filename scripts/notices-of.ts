import type { BundledPackage } from './bundled-packages.ts';

const RULE = '-'.repeat(80);
const HEADING = `Setpoint contains these packages. Each is followed by what its authors want passed on; a package without
such a file is named with its licence alone.`;

/** What the authors of packages want passed on, as one text; a text that many have stands there once. */
export function noticesOf(packages: readonly BundledPackage[]): string {
  const byText = Map.groupBy(packages, ({ licence, notices }) => (notices === '' ? licence : notices));
  const sections = [...byText].map(([text, sharing]) => {
    const titles = sharing.map(({ name, version, licence }) => `${name} ${version} (${licence})`);
    return [RULE, ...titles, ...(sharing.every(({ notices }) => notices === '') ? [] : ['', text])].join('\n');
  });
  return `${[HEADING, ...sections].join('\n\n')}\n`;
}

const COMMENT = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;

/** The notices that a script which somebody else bundled brings along, each once. */
export function noticesIn(script: string): string {
  const comments = (script.match(COMMENT) ?? []).filter((text) => text.startsWith('/*!') || text.includes('@license'));
  return [...new Set(comments)].join('\n');
}
