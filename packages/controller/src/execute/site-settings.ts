/** What a controller cannot read from the devices of its site. */
export interface SiteSettings {
  readonly siteId: string;
  /** What the storage does by itself when nothing is set. */
  readonly ownMode: 'idle' | 'self_consumption';
  /** The states of charge between which the storage works, and the range at either end in which its power fades. */
  readonly socWindow: SocWindow;
}

export interface SocWindow {
  readonly minPercent: number;
  readonly maxPercent: number;
  readonly fadePercent: number;
}
