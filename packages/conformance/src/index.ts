export { checks } from './checks.ts';
export { commandSubject } from './command-subject.ts';
export { conformanceSummary } from './reports/conformance-summary.ts';
export { manualSubject } from './manual-subject.ts';
export type { Binding } from './gateway/open-scripted-gateway.ts';
export { resultLine } from './reports/result-line.ts';
export { runConformance } from './run-conformance.ts';
export type { Profile } from './stage.ts';
export { writeReports } from './reports/write-reports.ts';
