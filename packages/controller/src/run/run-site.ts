import { join } from 'node:path';
import type { Driver } from '../driver/driver.ts';
import type { SiteSettings } from '../execute/site-settings.ts';
import type { Fetch } from '../protocol/create-ask.ts';
import { fetchWithCertificate } from '../protocol/fetch-with-certificate.ts';
import type { LinkAddress, OpenLink } from '../protocol/link.ts';
import { openHttpsLink } from '../protocol/open-https-link.ts';
import { connectMqtt } from '../protocol/mqtt-connection.ts';
import { openMqttLink } from '../protocol/open-mqtt-link.ts';
import { timingAt } from '../protocol/timing.ts';
import { type ControllerOptions, runController, type RunningController } from './run-controller.ts';

/** How a controller reaches the service, with any kind of devices. */
export interface SiteRun extends Pick<ControllerOptions, 'onConnected' | 'onTrouble' | 'now' | 'ableTo'> {
  readonly address: LinkAddress;
  /** Where it keeps its schedule; only in memory if left out. */
  readonly dataDir?: string;
  readonly reportSeconds: number;
  /** How often it reads and controls its devices; every second if left out. */
  readonly tickSeconds?: number;
  /** How many times faster than usual it reports and connects; 1 if left out. */
  readonly pace?: number;
  /** Wraps the link, to see what passes between the controller and the service. */
  readonly watchLink?: (openLink: OpenLink) => OpenLink;
}

/** Runs the controller of one site over a driver. */
export function runSite(
  run: SiteRun,
  driver: Driver,
  storage: Omit<SiteSettings, 'siteId'>,
): Promise<RunningController> {
  const { address, dataDir, reportSeconds, tickSeconds = 1, pace = 1, now, onConnected, onTrouble, ableTo } = run;
  const timing = timingAt(pace);
  const openLink: OpenLink = (handlers) =>
    address.url.startsWith('mqtt')
      ? openMqttLink(address, handlers, { timing, connect: connectMqtt })
      : openHttpsLink(address, handlers, { timing, fetch: fetchOf(address) });
  return runController({
    driver,
    openLink: run.watchLink?.(openLink) ?? openLink,
    settings: { siteId: address.siteId, ...storage },
    snapshotPath: dataDir === undefined ? undefined : join(dataDir, `${address.siteId}.json`),
    tickEveryMs: tickSeconds * 1_000,
    reportEveryMs: reportSeconds * 1_000,
    timing,
    now,
    onConnected,
    onTrouble,
    ableTo,
  });
}

function fetchOf({ certificate }: LinkAddress): Fetch {
  return certificate === undefined ? (url, init) => fetch(url, init) : fetchWithCertificate(certificate);
}
