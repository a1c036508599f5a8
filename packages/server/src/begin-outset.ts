import type { Logger } from 'pino';
import { handleLimit } from './door/handle-limit.ts';
import { type Admissions, openAdmissions } from './door/open-admissions.ts';
import { lagMetrics } from './platform/figures/lag-metrics.ts';
import { createMetrics, type Metrics } from './platform/figures/metrics.ts';
import { createNodeFigures, type NodeFigures } from './platform/figures/node-figures.ts';
import { openLog } from './platform/open-log.ts';
import { createRefusalRecord, type RefusalRecord } from './platform/refusal-record.ts';
import type { CloseStack } from './platform/shutdown/close-stack.ts';
import { createShutdown, type Shutdown } from './platform/shutdown/shutdown.ts';
import type { Config } from './read-config.ts';

/** What a process knows before it opened a store. */
export interface Outset {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly refusals: RefusalRecord;
  readonly admissions: Admissions;
  readonly figures: NodeFigures;
  readonly shutdown: Shutdown;
}

export interface Watched {
  /** Where a person reads the log: takes it as sentences, in place of lines of JSON on standard error. */
  readonly sayLog?: ((line: string) => void) | undefined;
}

/** Begins what needs no store: the log, the figures, and who may connect. */
export function beginOutset(config: Config & Watched, closeStack: CloseStack): Outset {
  const logger = openLog(config.process.logLevel, config.sayLog);
  const metrics = createMetrics();
  const refusals = createRefusalRecord({ logger, metrics });
  closeStack.add(() => refusals.stop());
  const admissions = openAdmissions({
    settings: config.connections,
    handles: handleLimit(),
    databaseConnections: config.store.database?.connections ?? 0,
    trustedProxies: config.http.trustedProxies,
    metrics,
    onRefused: (port, address) => refusals.note({ kind: 'connection', address, details: { port } }),
  });
  const figures = createNodeFigures();
  closeStack.add(() => figures.stop());
  lagMetrics(metrics, figures);
  const shutdown = createShutdown(config.process.drainMs);
  return { logger, metrics, refusals, admissions, figures, shutdown };
}
