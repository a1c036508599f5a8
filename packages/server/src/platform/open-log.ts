import { type DestinationStream, type Logger, pino } from 'pino';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const STANDARD_ERROR = 2;

/** The log: lines of JSON on standard error, or a sentence for each where a person reads it. */
export function openLog(level: LogLevel, say?: (line: string) => void): Logger {
  if (say === undefined) return pino({ level }, pino.destination({ fd: STANDARD_ERROR, sync: true }));
  // A person has just read that the service is ready: that all goes well is no news.
  return pino({ level: level === 'info' ? 'warn' : level, base: null }, sentencesTo(say));
}

function sentencesTo(say: (line: string) => void): DestinationStream {
  return { write: (line) => say(sentenceOf(JSON.parse(line) as Line)) };
}

interface Line {
  readonly level: number;
  readonly time: number;
  readonly msg?: string;
  readonly err?: { readonly message: string };
}

function sentenceOf({ level, time, msg, err, ...about }: Line): string {
  const at = `${new Date(time).toISOString().slice(0, -5)}Z`;
  const reason = err?.message === msg ? undefined : err?.message;
  const what = [msg, reason].filter((part) => part !== undefined).join(': ');
  const details = Object.entries(about).map(([name, value]) => `${name} ${textOf(value)}`);
  const behind = details.length === 0 ? '' : ` (${details.join(', ')})`;
  return `${at} ${wordOf(level)}: ${what}${behind}`.replaceAll(/\s+/g, ' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function wordOf(level: number): string {
  const { labels, values } = pino.levels;
  if (level >= (values['error'] ?? level)) return 'error';
  return level === values['warn'] ? 'warning' : (labels[level] ?? 'info');
}
