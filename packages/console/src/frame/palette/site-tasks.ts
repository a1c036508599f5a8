import type { Entry } from './entry.ts';

/** Something that can be done with a site, found by a verb and a part of its name. */
export interface SiteTask {
  readonly verbs: readonly string[];
  readonly entryFor: (site: Entry) => Entry;
}

export const SITE_TASKS: readonly SiteTask[] = [
  {
    verbs: ['hold', 'stop', 'pause'],
    entryFor: ({ href, label }) => task(`Hold ${label}`, `/holds?site=${href.replace('/sites/', '')}`),
  },
  {
    verbs: ['schedule', 'edit', 'set', 'plan'],
    entryFor: ({ href, label }) => task(`Edit the schedule of ${label}`, `${href}/edit`),
  },
  {
    verbs: ['day', 'paste', 'set', 'tomorrow'],
    entryFor: ({ href, label }) => task(`Set a day of ${label}`, `${href}/day`),
  },
];

function task(label: string, href: string): Entry {
  return { href, label, kind: 'Task' };
}
