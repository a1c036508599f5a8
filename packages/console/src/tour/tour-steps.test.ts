import { expect, it } from 'vitest';
import { tourSteps } from './tour-steps.ts';

it('the tour leads through the views, and leaves out what is not there', () => {
  const hrefs = (siteId?: string, poolId?: string) => tourSteps({ siteId, poolId }).map(({ href }) => href);
  expect(hrefs('s', 'p')).toEqual(['/', '/sites/s', '/pools/p', '/headroom', '/holds']);
  expect(hrefs()).toEqual(['/', '/headroom', '/holds']);
});
