import type { ClientId, RegistryDocument, SiteId } from '@setpoint/contract';
import type { PutGrantOutput } from '../../access/grants/put-grant.ts';
import type { PutPoolGrantOutput } from '../../access/grants/put-pool-grant.ts';
import type { AddGroupOutput } from '../../people/add-group.ts';
import type { AddPersonOutput } from '../../people/add-person.ts';
import type { ChangePersonOutput } from '../../people/change-person.ts';
import type { GiveRoleOutput } from '../../people/give-role.ts';
import type { AddSiteOutput } from '../sites/add-site.ts';
import type { ChangeClientOutput } from '../clients/change-client.ts';
import type { ChangeSiteOutput } from '../sites/change-site.ts';
import type { MapSubjectOutput } from '../grants/map-subject.ts';
import type { Store } from '../../store/store.ts';
import type { Deed } from '../../trail/deed.ts';

export interface Importing {
  readonly store: Store;
  readonly now: () => number;
  readonly callerId: ClientId;
  readonly by: Deed;
  readonly document: RegistryDocument;
  readonly isDryRun: boolean;
  /** Lets others go first. */
  readonly turn: () => Promise<void>;
  /** Told when the controller of a site is to have another snapshot. */
  readonly onRescheduled: (siteId: SiteId) => void;
}

/** One thing that an import does. */
export interface ImportStep {
  readonly text: string;
  /** The site, client or subject that it changes. */
  readonly about: string;
  readonly apply: () => Promise<StepOutcome>;
}

export type StepOutcome =
  | { readonly kind: 'added' }
  | AddSiteOutput
  | ChangeSiteOutput
  | ChangeClientOutput
  | PutGrantOutput
  | PutPoolGrantOutput
  | MapSubjectOutput
  | AddGroupOutput
  | AddPersonOutput
  | ChangePersonOutput
  | GiveRoleOutput;
