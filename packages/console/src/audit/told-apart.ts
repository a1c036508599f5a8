/** Somebody or something that a record can name. */
export interface KnownOption {
  /** The kind, a colon and the id, as the filter takes it. */
  readonly id: string;
  readonly name: string;
  /** What it is, in words. */
  readonly kind: string;
}

/** Where several have one name, their ids tell them apart. */
export function toldApart(options: readonly KnownOption[]): KnownOption[] {
  const counts = new Map<string, number>();
  for (const { name } of options) counts.set(name, (counts.get(name) ?? 0) + 1);
  return options.map((option) =>
    (counts.get(option.name) ?? 0) < 2 ? option : { ...option, name: `${option.name} (${option.id})` },
  );
}
