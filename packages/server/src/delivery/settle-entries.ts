import { defineWrite } from '../store/define-write.ts';
import { settleSite } from './steps/settle-site.ts';

/** Tells what became of the entries of a site, when the clock comes to it and nothing is changed there. */
export const settleEntries = defineWrite({
  name: 'settleEntries',
  site: ({ siteId }) => siteId,
  run: settleSite,
});
