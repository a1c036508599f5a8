import { expect, it } from 'vitest';
import { tourSteps } from './tour-steps.ts';

it('the tour leads through the views, and leaves out what is not there', () => {
  const hrefs = (siteId?: string, poolId?: string) =>
    tourSteps({ siteId, poolId, isTapped: false }).map(({ href }) => href);
  expect(hrefs('s', 'p')).toEqual(['/', '/sites/s', '/pools/p', '/headroom', '/holds']);
  expect(hrefs()).toEqual(['/', '/headroom', '/holds']);
});

it('the tour names no keys where there are none', () => {
  const first = (isTapped: boolean) => tourSteps({ siteId: 's', poolId: 'p', isTapped })[0]?.text;
  expect(first(true)).toContain('or tap ⌕ at the top to go anywhere');
  expect(first(false)).toContain('or press Ctrl and K to go anywhere');
});
