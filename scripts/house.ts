/** A folder of a package, and what it is for. */
export interface Room {
  readonly name: string;
  readonly is: string;
}

/** A package with rooms. Each list is in order, lowest first: a room imports what is below it, never what is above. */
export interface House {
  readonly folder: string;
  /** These know no noun. */
  readonly ground: readonly Room[];
  /** One for each noun. */
  readonly rooms: readonly Room[];
  /** Above the rooms. */
  readonly roof?: readonly Room[];
  /** The files beside the rooms that no room imports; left out, all of them. */
  readonly above?: readonly string[];
}

export interface Package {
  readonly name: string;
  readonly is: string;
  /** The packages of this repository that it may import. */
  readonly knows: readonly string[];
}

/** What nothing in a folder imports; a name that ends in `*` stands for all that begin so. */
export interface Ban {
  readonly folder: string;
  readonly forbids: readonly string[];
  readonly why: string;
}
