import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { type ClientId, SCOPES } from '@setpoint/contract';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** A running service. */
export interface Service {
  readonly url: string;
  readonly opsUrl: string;
  stop(): Promise<void>;
}
