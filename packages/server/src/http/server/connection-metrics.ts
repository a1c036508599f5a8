import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { Metrics } from '../../platform/figures/metrics.ts';

export function connectionMetrics(metrics: Metrics, server: Pick<Server, 'getConnections'>): void {
  const countConnections = promisify(server.getConnections.bind(server));
  metrics.addGauge('http_connections', 'Open HTTP connections of this process.', () => countConnections());
}
