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

/** What one proof found, in sentences for its section of the report. */
export interface Report {
  readonly facts: readonly string[];
  readonly faults: readonly string[];
  /** Tables in Markdown, below the facts. */
  readonly tables?: readonly string[];
  /** What is shown when there are no faults. */
  readonly verdict?: string;
  /** Why (a part of) it could not be done here. */
  readonly skipped?: string;
}

/** Puts the result between the proof's two marks in docs/evidence/reliability.md; everything else there stays. */
export async function writeReport(name: string, report: Report, now: Date): Promise<void> {
  const { facts, faults, skipped, tables = [], verdict = 'Nothing was lost, half applied or contradicted.' } = report;
  const [start, end] = [`<!-- result of ${name} -->\n`, `<!-- end of ${name} -->`];
  const text = await readFile(REPORT, 'utf8');
  if (!text.includes(start) || !text.includes(end)) throw new Error(`${REPORT} has no place for ${name}`);
  const lines = [
    `Run on ${now.toISOString().slice(0, 10)}: ${describeMachine()}.`,
    ...facts,
    ...(skipped === undefined ? [] : [`**Skipped:** ${skipped}.`]),
    faults.length === 0 ? `**${verdict}**` : `**${faults.length} faults:**`,
    ...faults.slice(0, 20),
  ];
  const body = [lines.map((line) => `- ${line}\n`).join(''), ...tables].join('\n');
  const after = text.slice(text.indexOf(end));
  await writeFile(REPORT, `${text.slice(0, text.indexOf(start))}${start}\n${body}\n${after}`);
}

function describeMachine(): string {
  const gib = Math.round(totalmem() / 2 ** 30);
  const model = cpus()[0]?.model ?? 'unknown processor';
  return `${cpus().length} × ${model}, ${gib} GiB, Linux ${release()}, Node ${process.version}`;
}
