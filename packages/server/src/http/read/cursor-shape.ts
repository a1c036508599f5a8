/** What the cursor of a list says of where its next page begins: a few texts. */
export interface CursorShape<Position> {
  /** Before the first of the list. */
  readonly start: Position;
  readonly partsOf: (position: Position) => readonly string[];
  /** undefined for parts that this list never wrote. */
  readonly positionOf: (parts: readonly string[]) => Position | undefined;
}

export interface NamePosition {
  readonly name: string;
  readonly id: string;
}

/** Of a list ordered by name, then id. */
export const BY_NAME: CursorShape<NamePosition> = {
  start: { name: '', id: '' },
  partsOf: ({ name, id }) => [name, id],
  positionOf: ([name, id, ...rest]) =>
    name === undefined || id === undefined || rest.length > 0 ? undefined : { name, id },
};

/** Of a list ordered by id alone. */
export function byId(start: string): CursorShape<string> {
  return {
    start,
    partsOf: (id) => [id],
    positionOf: (parts) => {
      // Such lists once wrote an empty name before the id.
      const [id, ...rest] = parts.length === 2 && parts[0] === '' ? parts.slice(1) : parts;
      return rest.length === 0 ? id : undefined;
    },
  };
}
