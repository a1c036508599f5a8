import type { Logger } from 'pino';

/** Makes what logs a failure of background work under a sentence. */
export type WarnOf = (sentence: string) => (cause: unknown) => void;

export function warnsOn(logger: Logger): WarnOf {
  return (sentence) => (cause) => logger.warn({ err: cause }, sentence);
}
