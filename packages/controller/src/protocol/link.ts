import type { Report } from '@setpoint/contract';
import type { CertificateFiles } from './read-certificate.ts';

/** The way to the service; it reconnects by itself. */
export interface Link {
  /** Resolves once the service has recorded the report. */
  send(report: Report): Promise<void>;
  /** Takes up orders; resolves with whether they come from now on. */
  takeOrders(): Promise<boolean>;
  close(): Promise<void>;
}

export interface LinkHandlers {
  /** The service can be reached, with this session: a report is due at once. */
  onConnect(session: string): Promise<void>;
  /** Resolves with whether the snapshot was applied. */
  onSnapshot(document: unknown): Promise<boolean>;
  /** One order, or by HTTPS all that are in force. */
  onOrder(document: unknown): void;
  onOrders(document: unknown): void;
  /** The revision that is applied; undefined before the first. */
  revision(): string | undefined;
  onLost(reason: string): void;
}

/** The site of the controller, and the key that it signs in with. */
export interface LinkAddress {
  readonly url: string;
  readonly siteId: string;
  readonly controllerKey: string;
  /** Shown to the service when it connects; left out, none is. */
  readonly certificate?: CertificateFiles | undefined;
  /** How far ahead it wants to see; everything if left out. */
  readonly horizonHours?: number | undefined;
}

export type OpenLink = (handlers: LinkHandlers) => Link;
