import type { Report } from '@setpoint/contract';

/** The way to the service; it finds its way back by itself when it is lost. */
export interface Link {
  /** Resolves once the service has recorded the report. */
  send(report: Report): Promise<void>;
  close(): Promise<void>;
}

export interface LinkHandlers {
  /** The service can be reached, under this session: it is told at once how things stand. */
  onConnect(session: string): Promise<void>;
  /** Resolves with whether what came was taken. */
  onSnapshot(document: unknown): Promise<boolean>;
  /** What the applied schedule is called; undefined before there is one. */
  revision(): string | undefined;
  onLost(reason: string): void;
}

/** Whose controller this is, and how it proves that. */
export interface LinkAddress {
  readonly url: string;
  readonly siteId: string;
  readonly controllerKey: string;
}

export type OpenLink = (handlers: LinkHandlers) => Link;
