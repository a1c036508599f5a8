/** What a controller cannot read from the devices of its site. */
export interface SiteSettings {
  readonly siteId: string;
  /** What the storage does by itself when nobody asks for anything. */
  readonly ownMode: 'idle' | 'self_consumption';
  /** Between what states of charge the storage gives and takes, and over how much its power fades at either end. */
  readonly socWindow: SocWindow;
}

export interface SocWindow {
  readonly minPercent: number;
  readonly maxPercent: number;
  readonly fadePercent: number;
}
