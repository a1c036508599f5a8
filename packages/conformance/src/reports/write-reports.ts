import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ConformanceSummary, evidenceText } from './conformance-summary.ts';
import { htmlText } from './html-text.ts';
import { junitText } from './junit-text.ts';

/** Writes the page, the JUnit file and the evidence into a folder; returns their paths. */
export function writeReports(folder: string, summary: ConformanceSummary): string[] {
  const files = {
    'report.html': htmlText(summary),
    'junit.xml': junitText(summary),
    'evidence.jsonl': evidenceText(summary.results),
  };
  mkdirSync(folder, { recursive: true });
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  });
}
