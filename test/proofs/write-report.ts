import { readFile, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('../../docs/evidence/reliability.md', import.meta.url));

/** What the command line may say besides the name; most proofs know one length only. */
export interface ProofOptions {
  readonly seconds?: number;
  /** Some parts, instead of all. */
  readonly only?: readonly string[];
}

/** What one proof found, in sentences for its row of the report. */
export interface Report {
  readonly facts: readonly string[];
  readonly faults: readonly string[];
  /** Why (a part of) it could not be done here. */
  readonly skipped?: string;
}

/** Replaces the result in the proof's row of docs/evidence/reliability.md; everything else there stays. */
export async function writeReport(name: string, { facts, faults, skipped }: Report, now: Date): Promise<void> {
  const text = await readFile(REPORT, 'utf8');
  const row = text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`));
  if (row === undefined) throw new Error(`${REPORT} has no row for ${name}`);
  const [, what] = row.split(' | ');
  const sentences = [
    `${now.toISOString().slice(0, 10)}: ${describeMachine()}.`,
    ...facts,
    ...(skipped === undefined ? [] : [`**Skipped:** ${skipped}.`]),
    ...(faults.length === 0 ? [] : [`**${faults.length} faults:**`, faults.slice(0, 20).join('; ')]),
  ];
  const result = sentences
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`);
  await writeFile(
    REPORT,
    text.replace(row, () => `| \`${name}\` | ${what} | ${result} |`),
  );
}

function describeMachine(): string {
  const gib = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model ?? 'unknown processor';
  return `${cpus().length} × ${model}, ${gib} GiB, Linux ${release()}, Node ${process.version}`;
}
