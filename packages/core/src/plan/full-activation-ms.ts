/** In what time the whole booking of a service is activated. */
export const FULL_ACTIVATION_MS = { afrr: 300_000, mfrr: 750_000 } as const;
