import pg from 'pg';

// Versions and instants are far below 2^53.
const PARSED_AS_NUMBER = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

export const numbersAsNumbers: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: unknown) =>
    PARSED_AS_NUMBER.has(oid) ? Number : pg.types.getTypeParser(oid, format as 'text'),
};
