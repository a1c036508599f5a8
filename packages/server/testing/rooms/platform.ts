export { choosePort } from '../../src/door/choose-port.ts';
export { createIdMaker } from '../../src/platform/create-id-maker.ts';
export { createNameLookup } from '../../src/platform/addresses/create-name-lookup.ts';
export { type Metrics, createMetrics } from '../../src/platform/figures/metrics.ts';
export { type SiteSignals, createSiteSignals } from '../../src/platform/site-signals.ts';
