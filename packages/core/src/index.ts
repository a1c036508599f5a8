export * from './parse-instant.ts';
export * from './series.ts';
