import { purlOf, type Part } from './purl-of.ts';

/** What we say of a weakness that somebody reported in a part of the package: `vex.json`, written and reviewed by people. */
export interface VexFile {
  /** When the file was changed last. */
  readonly updatedAt: string;
  readonly statements: readonly VexStatement[];
}

export interface VexStatement {
  /** As in the database of the weakness: `CVE-2030-1234` or `GHSA-…`. */
  readonly id: string;
  /** Which part it is in: the purl that the list of parts has for it. */
  readonly product: string;
  readonly status: string;
  /** Why the package is not affected. */
  readonly justification?: string;
  /** What it means for those who run the package, as a sentence. */
  readonly impact: string;
}

const STATES: Readonly<Record<string, string>> = {
  not_affected: 'not_affected',
  affected: 'exploitable',
  fixed: 'resolved',
  under_investigation: 'in_triage',
};
const JUSTIFICATIONS: readonly string[] = [
  'code_not_present',
  'code_not_reachable',
  'requires_configuration',
  'requires_dependency',
  'requires_environment',
  'protected_by_compiler',
  'protected_at_runtime',
  'protected_at_perimeter',
  'protected_by_mitigating_control',
];

/** What the statements are about. */
export interface Inventory {
  readonly root: Part;
  readonly packages: readonly Part[];
}

/** The statements as CycloneDX 1.6 (VEX). Throws for one that says too little, or is of a part that is not there. */
export function vexOf({ updatedAt, statements }: VexFile, { root, packages }: Inventory): string {
  const parts = new Map([root, ...packages].map((part) => [purlOf(part), part]));
  const problems = statements.flatMap((statement) => problemsOf(statement, parts));
  if (problems.length > 0) throw new Error(`vex.json:\n${problems.join('\n')}`);
  const named = new Set(statements.map(({ product }) => product));
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: updatedAt, component: componentOf('application', root) },
    components: packages.filter((part) => named.has(purlOf(part))).map((part) => componentOf('library', part)),
    vulnerabilities: statements.map(vulnerabilityOf),
  };
  return `${JSON.stringify(document, undefined, 1)}\n`;
}

function problemsOf(statement: VexStatement, parts: ReadonlyMap<string, Part>): readonly string[] {
  const { id, product, status, justification, impact } = statement;
  const isJustified = justification !== undefined && JUSTIFICATIONS.includes(justification);
  return [
    /^(?:CVE-\d{4}-\d{4,9}|GHSA(?:-[\da-z]{4}){3})$/.test(id) ? [] : `${id} is no CVE or GHSA`,
    parts.has(product) ? [] : `${id}: ${product} is not in the package: is the statement out of date?`,
    Object.hasOwn(STATES, status) ? [] : `${id}: ${status} is no status`,
    isJustified === (status === 'not_affected') ? [] : `${id}: not_affected, and nothing else, has a justification`,
    impact.trim() === '' ? `${id} does not say what it means` : [],
  ].flat();
}

function componentOf(type: string, part: Part) {
  const { name, version } = part;
  return { type, 'bom-ref': purlOf(part), name, version, purl: purlOf(part) };
}

function vulnerabilityOf({ id, product, status, justification, impact }: VexStatement) {
  const why = justification === undefined ? {} : { justification };
  return { id, analysis: { state: STATES[status], ...why, detail: impact }, affects: [{ ref: product }] };
}
