export * from './apply-batch.ts';
export * from './parse-batch.ts';
export * from './parse-instant.ts';
export * from './presence.ts';
export * from './problem.ts';
export * from './series.ts';
export * from './tree-to-groups.ts';
